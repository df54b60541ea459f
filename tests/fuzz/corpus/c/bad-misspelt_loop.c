int main(void) {
  int i = 0;
  whlie (i < 3) { i++; }
  return 0;
}
