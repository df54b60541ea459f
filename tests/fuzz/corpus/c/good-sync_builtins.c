static int x, y; static unsigned char small = 250; static long *p; static long a[4];
int main(void) {
  __drover_assert(!!(__sync_fetch_and_add(&x, 2) == 0 && __sync_add_and_fetch(&x, 1) == 3), "__sync_fetch_and_add(&x, 2) == 0 && __sync_add_and_fetch(&x, 1) == 3");
  __drover_assert(!!(__sync_bool_compare_and_swap(&x, 3, 4) && __sync_val_compare_and_swap(&x, 9, 1) == 4), "__sync_bool_compare_and_swap(&x, 3, 4) && __sync_val_compare_and_swap(&x, 9, 1) == 4");
  __drover_assert(!!(__sync_lock_test_and_set(&y, 1) == 0), "__sync_lock_test_and_set(&y, 1) == 0");
  __sync_lock_release(&y);
  __drover_assert(!!(y == 0 && __sync_fetch_and_nand(&x, 6) == 4 && x == ~4), "y == 0 && __sync_fetch_and_nand(&x, 6) == 4 && x == ~4");
  __drover_assert(!!(__sync_add_and_fetch(&small, 10) == 4), "__sync_add_and_fetch(&small, 10) == 4");
  p = a;
  __sync_synchronize();
  __drover_assert(!!(__sync_fetch_and_or(&x, 1) == ~4), "__sync_fetch_and_or(&x, 1) == ~4");
  return 0;
}
