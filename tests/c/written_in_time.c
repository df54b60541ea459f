// expect: safe
// Written on every way that is taken.
#include <assert.h>
#include <stdatomic.h>
atomic_int a;
int g = 1;
static int pick(int n) {
  int x;
  switch (n) {
    case 0: x = 1; break;
    case 1: x = 2; break;
    default: return 0;
  }
  return x;
}
static int loop(void) {
  int last;
  int n = 0;
  do {
    last = n;
  } while (++n < 3);
  return last;
}
static int both(int c) {
  int x;
  int is_there = 0;
  if (c) {
    x = 4;
    is_there = 1;
  }
  return is_there && x == 4 ? x : is_there ? x : 0;
}
static int first(void) {
  int x, y;
  for (int i = 0;; i++) {
    if (i == 1) return x + y;
    x = (y = 2, 3);
  }
}
int main(void) {
  int expected;
  int r;
  expected = 0;
  assert(atomic_compare_exchange_strong(&a, &expected, 1));
  __atomic_load(&g, &r, __ATOMIC_RELAXED);
  assert(r == 1 && pick(0) == 1 && pick(1) == 2 && pick(2) == 0);
  assert(loop() == 2 && both(0) == 0 && both(1) == 4 && first() == 5);
}
