// expect: refused a store cannot acquire
#include <stdatomic.h>
static atomic_int flag;
int main(void) {
  atomic_store_explicit(&flag, 1, memory_order_acquire);
  return 0;
}
