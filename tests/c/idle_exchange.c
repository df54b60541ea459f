// expect: error deadlock
// A compare-exchange that puts back what it finds, forever: no write of another ends it.
#include <stdatomic.h>
atomic_int x;
int main(void) {
  int r = atomic_load(&x);
  for (;;) {
    if (r == 42) {
      if (!atomic_compare_exchange_strong(&x, &r, 42)) continue;
    } else {
      if (!atomic_compare_exchange_strong(&x, &r, 17)) continue;
    }
  }
}
