// expect: refused nested functions
int main(void) {
  int twice(int a) { return 2 * a; }
  return twice(0);
}
