// expect: error memory
int g;
int main(void) {
  int x;
  if (g) x = 1;
  return x;
}
