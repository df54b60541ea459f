// expect: safe
#include <assert.h>
#include <stdbool.h>
static int x; static long l; static bool flag; static int *p; static int a[3];
int main(void) {
  int v = 5, e = 5, r;
  __atomic_store(&x, &v, __ATOMIC_SEQ_CST);
  __atomic_load(&x, &r, __ATOMIC_ACQUIRE);
  assert(r == 5 && __atomic_load_n(&x, __ATOMIC_RELAXED) == 5);
  v = 6;
  assert(__atomic_compare_exchange(&x, &e, &v, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  assert(!__atomic_compare_exchange_n(&x, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && e == 6);
  v = 1;
  __atomic_exchange(&x, &v, &r, __ATOMIC_SEQ_CST);
  assert(r == 6 && __atomic_exchange_n(&x, 2, __ATOMIC_SEQ_CST) == 1);
  assert(__atomic_add_fetch(&l, 3, __ATOMIC_RELAXED) == 3 && __atomic_fetch_xor(&l, 1, __ATOMIC_RELAXED) == 3);
  assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  p = a;
  assert(__atomic_fetch_add(&p, sizeof *p, __ATOMIC_RELAXED) == a && p == a + 1);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  assert(__atomic_is_lock_free(4, &x) && __atomic_always_lock_free(4, 0));
  return 0;
}
