static int x; static long l; static _Bool flag; static int *p; static int a[3];
int main(void) {
  int v = 5, e = 5, r;
  __atomic_store(&x, &v, 5);
  __atomic_load(&x, &r, 2);
  __drover_assert(!!(r == 5 && __atomic_load_n(&x, 0) == 5), "r == 5 && __atomic_load_n(&x, __ATOMIC_RELAXED) == 5");
  v = 6;
  __drover_assert(!!(__atomic_compare_exchange(&x, &e, &v, 0, 4, 0)), "__atomic_compare_exchange(&x, &e, &v, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)");
  __drover_assert(!!(!__atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5) && e == 6), "!__atomic_compare_exchange_n(&x, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && e == 6");
  v = 1;
  __atomic_exchange(&x, &v, &r, 5);
  __drover_assert(!!(r == 6 && __atomic_exchange_n(&x, 2, 5) == 1), "r == 6 && __atomic_exchange_n(&x, 2, __ATOMIC_SEQ_CST) == 1");
  __drover_assert(!!(__atomic_add_fetch(&l, 3, 0) == 3 && __atomic_fetch_xor(&l, 1, 0) == 3), "__atomic_add_fetch(&l, 3, __ATOMIC_RELAXED) == 3 && __atomic_fetch_xor(&l, 1, __ATOMIC_RELAXED) == 3");
  __drover_assert(!!(!__atomic_test_and_set(&flag, 2)), "!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE)");
  __atomic_clear(&flag, 3);
  p = a;
  __drover_assert(!!(__atomic_fetch_add(&p, sizeof *p, 0) == a && p == a + 1), "__atomic_fetch_add(&p, sizeof *p, __ATOMIC_RELAXED) == a && p == a + 1");
  __atomic_thread_fence(5);
  __atomic_signal_fence(5);
  __drover_assert(!!(__atomic_is_lock_free(4, &x) && __atomic_always_lock_free(4, 0)), "__atomic_is_lock_free(4, &x) && __atomic_always_lock_free(4, 0)");
  return 0;
}
