// Who takes a weak compare-exchange for one that fails only if the value is another one.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&x, &expected, 1));
  return 0;
}
