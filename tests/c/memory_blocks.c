// expect: safe
// Functions over blocks of memory, where every argument matters.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0, 0, 0, 9};
  assert(memcpy(b, a, 3 * sizeof *a) == b && b[0] == 1 && b[2] == 3 && b[3] == 9);
  assert(memcpy(b, a + 1, sizeof *a) == b && b[0] == 2 && b[1] == 2);
  assert(memmove(a + 1, a, 3 * sizeof *a) == a + 1 && a[0] == 1 && a[1] == 1 && a[3] == 3);
  assert(memmove(a, a + 2, 2 * sizeof *a) == a && a[0] == 2 && a[1] == 3 && a[2] == 2);
  assert(memset(a, 1, 2 * sizeof *a) == a && a[1] == 0x01010101 && a[2] == 2);
  assert(memset(a, 0x1ff, sizeof *a) == a && a[0] == -1);
  int c[2] = {5, 6}, d[2] = {5, 7};
  assert(memcmp(c, d, sizeof *c) == 0 && memcmp(c, d, sizeof c) < 0 && memcmp(d, c, sizeof c) > 0);
  int low[1] = {0x0100}, high[1] = {0x0001};
  assert(memcmp(low, high, sizeof low) < 0);
  return 0;
}
