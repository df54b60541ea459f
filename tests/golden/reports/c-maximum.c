#include <assert.h>
int x = -1;
unsigned char c = 200;
int main(void) {
  assert(__sync_fetch_and_umax(&x, 42) == -1);
  assert(x == -1);
  assert(__atomic_max_fetch(&x, 42, __ATOMIC_SEQ_CST) == 42);
  assert(__atomic_fetch_min(&x, 7, __ATOMIC_RELAXED) == 42 && x == 7);
  assert(__atomic_max_fetch(&c, 100, __ATOMIC_RELAXED) == 200);
  return 0;
}
