// expect: refused aligned place
int main(void) {
  int x = 0;
  __attribute__((aligned(8)));
  return x;
}
