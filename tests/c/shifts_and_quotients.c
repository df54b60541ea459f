// expect: safe
#include <assert.h>
#include <limits.h>
static long one = 1, minus = -1, l = LONG_MIN + 1;
static int i = 7;
static unsigned u = 0x80000000u;
int main(void) {
  assert(one << 62 == 0x4000000000000000 && i << 28 == 0x70000000 && 0 << 31 == 0);
  assert((0xffffffffLL << 32) == -0x100000000 && 3 << 30 == -0x40000000);
  assert((1 << 31) == INT_MIN && (1L << 63) == LONG_MIN);
  assert(u << 1 == 0 && (u << 0) == 0x80000000u);
  assert(l / minus == LONG_MAX && l % minus == 0 && i / -1 == -7 && i % minus == 0);
  return 0;
}
