// expect: safe options: --spurious -DCALL=__atomic_compare_exchange_n(&x,&expected,1,0,5,5)
// expect: error assertion options: --spurious -DCALL=__atomic_compare_exchange_n(&x,&expected,1,1,5,5)
// expect: safe options: --spurious -DCALL=__atomic_compare_exchange(&x,&expected,&desired,0,5,5)
// expect: error assertion options: --spurious -DCALL=__atomic_compare_exchange(&x,&expected,&desired,1,5,5)
// expect: safe options: --spurious -DCALL=atomic_compare_exchange_strong(&y,&expected,1)
// expect: error assertion options: --spurious -DCALL=atomic_compare_exchange_weak(&y,&expected,1)
// expect: safe options: --spurious -DCALL=atomic_compare_exchange_strong_explicit(&y,&expected,1,5,5)
// expect: error assertion options: --spurious -DCALL=atomic_compare_exchange_weak_explicit(&y,&expected,1,5,5)
// A weak compare-exchange may fail although the value is the expected one.
#include <assert.h>
#include <stdatomic.h>
#ifndef CALL
#define CALL atomic_compare_exchange_strong(&y, &expected, 1)
#endif
static int x;
static atomic_int y;
int main(void) {
  int expected = 0, desired = 1;
  assert(CALL);
  (void)desired;
  return x + y - 1;
}
