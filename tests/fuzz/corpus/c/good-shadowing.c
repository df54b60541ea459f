typedef int T;
static int x = 1;
static int f(T T) { return T + 1; }
int main(void) {
  int x = 2;
  { int x = 3; __drover_assert(!!(x == 3), "x == 3"); { extern int y; } }
  for (int x = 4; x < 5; x++) __drover_assert(!!(x == 4), "x == 4");
  __drover_assert(!!(x == 2 && f(1) == 2), "x == 2 && f(1) == 2");
  struct x { int x; } s = {x};
  __drover_assert(!!(s.x == 2), "s.x == 2");
  return 0;
}
int y;
