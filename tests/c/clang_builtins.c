// expect: safe
#include <assert.h>
_Atomic(int) x;
int main(void) {
  int old = 1;
  __c11_atomic_init(&x, 1);
  __c11_atomic_thread_fence(__ATOMIC_SEQ_CST);
  assert(__c11_atomic_compare_exchange_strong(&x, &old, 2, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  assert(__c11_atomic_fetch_add(&x, 3, __ATOMIC_RELAXED) == 2);
  __c11_atomic_store(&x, __c11_atomic_load(&x, __ATOMIC_ACQUIRE) + 1, __ATOMIC_RELEASE);
  assert(__c11_atomic_exchange(&x, 0, __ATOMIC_SEQ_CST) == 6);
  return 0;
}
