// expect: safe
#include <assert.h>
#define kind(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)
_Static_assert(sizeof(long) == 8, "LP64");
int main(void) {
  long l = 0; char *s = "x"; unsigned u = 0;
  assert(kind(1) == 1 && kind(l) == 2 && kind(s) == 3 && kind(u) == 4);
  assert(_Alignof(long) == 8 && __func__[0] == 'm');
  return 0;
}
