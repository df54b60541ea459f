// expect: refused cannot release
#include <stdatomic.h>
static atomic_int flag;
int main(void) {
  int e = 0;
  atomic_compare_exchange_strong_explicit(&flag, &e, 1, memory_order_acq_rel, memory_order_release);
  return 0;
}
