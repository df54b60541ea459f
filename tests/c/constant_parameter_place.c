// expect: safe
// A parameter that never changes has an address, too.
#include <assert.h>
static void put(int* place, int value) { __atomic_store(place, &value, __ATOMIC_RELEASE); }
static int swap(int* place, int value) {
  int old;
  __atomic_exchange(place, &value, &old, __ATOMIC_ACQ_REL);
  return old;
}
int main(void) {
  static int x;
  put(&x, 2);
  assert(x == 2);
  assert(swap(&x, 3) == 2 && x == 3);
  return 0;
}
