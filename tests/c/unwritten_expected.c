// expect: error memory
#include <stdatomic.h>
atomic_int a;
int main(void) {
  int expected;
  return atomic_compare_exchange_strong(&a, &expected, 1);
}
