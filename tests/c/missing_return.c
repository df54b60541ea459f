// expect: error memory
int g;
static int f(int x) {
  if (x) return 1;
}
int main(void) { return f(g) == 0; }
