int main(void) {
  int x = 2147483647;
  x++;
  return 0;
}
