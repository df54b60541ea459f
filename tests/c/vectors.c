// expect: safe
// expect: refused element options: -DELEMENT
#include <assert.h>
typedef int four __attribute__((vector_size(16)));
static four all;
static four doubled(four given) { return given + given; }
int main(void) {
  four copy = doubled(all);
  all = copy;
  assert(sizeof(four) == 16 && _Alignof(four) == 16);
#ifdef ELEMENT
  return copy[1];
#endif
  return 0;
}
