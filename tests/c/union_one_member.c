// expect: safe
#include <assert.h>
union u { int i; unsigned j; long l; };
struct tagged { int kind; union { int number; void *pointer; } as; };
int main(void) {
  union u a = {.i = 7};
  assert(a.i == 7);
  struct tagged t = {.kind = 1, .as.number = 3};
  assert(t.as.number == 3);
  union u b = a;
  assert(b.i == 7);
  return 0;
}
