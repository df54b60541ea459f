// expect: error assertion
// A store cannot acquire, whatever way the order takes.
#include <stdatomic.h>

static atomic_int flag;
static inline void put(atomic_int* p, int v, memory_order order) {
  atomic_store_explicit(p, v, order);
}

int main(void) {
  put(&flag, 1, memory_order_acquire);
  return 0;
}
