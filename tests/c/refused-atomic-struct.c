// expect: refused atomic struct as a whole
struct pair {
  int a, b;
};
static _Atomic struct pair s;
int main(void) {
  struct pair v = {1, 1};
  s = v;
  return 0;
}
