// expect: error memory
int main(void) {
  int x;
  x++;
}
