// expect: safe
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main(void) {
  int e = 0;
  assert(atomic_compare_exchange_weak(&x, &e, 1));
  return 0;
}
