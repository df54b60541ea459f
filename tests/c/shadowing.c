// expect: safe
#include <assert.h>
typedef int T;
static int x = 1;
static int f(T T) { return T + 1; }
int main(void) {
  int x = 2;
  { int x = 3; assert(x == 3); { extern int y; } }
  for (int x = 4; x < 5; x++) assert(x == 4);
  assert(x == 2 && f(1) == 2);
  struct x { int x; } s = {x};
  assert(s.x == 2);
  return 0;
}
int y;
