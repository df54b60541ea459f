// expect: safe
// What each atomic operation gives and leaves behind, where every argument matters.
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int x;
static int y, old, new_value;
static atomic_flag mark = ATOMIC_FLAG_INIT;
static bool byte;
#define GIVES(start, call, result, left) (x = (start), (call) == (result) && x == (left))
#define LEAVES(start, call, left) (x = (start), (call), x == (left))
#define PLAIN(start, call, result, left) (y = (start), (call) == (result) && y == (left))
int main(void) {
  assert(GIVES(5, atomic_load(&x), 5, 5) && GIVES(6, atomic_load_explicit(&x, memory_order_relaxed), 6, 6));
  assert(LEAVES(5, atomic_store(&x, 7), 7) && LEAVES(5, atomic_store_explicit(&x, 8, memory_order_relaxed), 8));
  assert(LEAVES(5, atomic_init(&x, 9), 9));
  assert(GIVES(5, atomic_exchange(&x, 7), 5, 7) && GIVES(5, atomic_exchange_explicit(&x, 8, memory_order_relaxed), 5, 8));
  assert(GIVES(13, atomic_fetch_add(&x, 6), 13, 19));
  assert(GIVES(13, atomic_fetch_add_explicit(&x, 6, memory_order_relaxed), 13, 19));
  assert(PLAIN(13, __atomic_fetch_add(&y, 6, __ATOMIC_RELAXED), 13, 19));
  assert(PLAIN(13, __atomic_add_fetch(&y, 6, __ATOMIC_RELAXED), 19, 19));
  assert(PLAIN(13, __sync_fetch_and_add(&y, 6), 13, 19));
  assert(PLAIN(13, __sync_add_and_fetch(&y, 6), 19, 19));
  assert(GIVES(13, atomic_fetch_sub(&x, 6), 13, 7));
  assert(GIVES(13, atomic_fetch_sub_explicit(&x, 6, memory_order_relaxed), 13, 7));
  assert(PLAIN(13, __atomic_fetch_sub(&y, 6, __ATOMIC_RELAXED), 13, 7));
  assert(PLAIN(13, __atomic_sub_fetch(&y, 6, __ATOMIC_RELAXED), 7, 7));
  assert(PLAIN(13, __sync_fetch_and_sub(&y, 6), 13, 7));
  assert(PLAIN(13, __sync_sub_and_fetch(&y, 6), 7, 7));
  assert(GIVES(13, atomic_fetch_or(&x, 6), 13, 15));
  assert(GIVES(13, atomic_fetch_or_explicit(&x, 6, memory_order_relaxed), 13, 15));
  assert(PLAIN(13, __atomic_fetch_or(&y, 6, __ATOMIC_RELAXED), 13, 15));
  assert(PLAIN(13, __atomic_or_fetch(&y, 6, __ATOMIC_RELAXED), 15, 15));
  assert(PLAIN(13, __sync_fetch_and_or(&y, 6), 13, 15));
  assert(PLAIN(13, __sync_or_and_fetch(&y, 6), 15, 15));
  assert(GIVES(13, atomic_fetch_xor(&x, 6), 13, 11));
  assert(GIVES(13, atomic_fetch_xor_explicit(&x, 6, memory_order_relaxed), 13, 11));
  assert(PLAIN(13, __atomic_fetch_xor(&y, 6, __ATOMIC_RELAXED), 13, 11));
  assert(PLAIN(13, __atomic_xor_fetch(&y, 6, __ATOMIC_RELAXED), 11, 11));
  assert(PLAIN(13, __sync_fetch_and_xor(&y, 6), 13, 11));
  assert(PLAIN(13, __sync_xor_and_fetch(&y, 6), 11, 11));
  assert(GIVES(13, atomic_fetch_and(&x, 6), 13, 4));
  assert(GIVES(13, atomic_fetch_and_explicit(&x, 6, memory_order_relaxed), 13, 4));
  assert(PLAIN(13, __atomic_fetch_and(&y, 6, __ATOMIC_RELAXED), 13, 4));
  assert(PLAIN(13, __atomic_and_fetch(&y, 6, __ATOMIC_RELAXED), 4, 4));
  assert(PLAIN(13, __sync_fetch_and_and(&y, 6), 13, 4));
  assert(PLAIN(13, __sync_and_and_fetch(&y, 6), 4, 4));
  assert(PLAIN(13, __atomic_fetch_nand(&y, 6, __ATOMIC_RELAXED), 13, -5));
  assert(PLAIN(13, __atomic_nand_fetch(&y, 6, __ATOMIC_RELAXED), -5, -5));
  assert(PLAIN(13, __sync_fetch_and_nand(&y, 6), 13, -5));
  assert(PLAIN(13, __sync_nand_and_fetch(&y, 6), -5, -5));
  assert(PLAIN(3, __atomic_fetch_max(&y, 6, __ATOMIC_RELAXED), 3, 6) && PLAIN(3, __atomic_max_fetch(&y, 6, __ATOMIC_RELAXED), 6, 6));
  assert(PLAIN(3, __atomic_fetch_min(&y, -6, __ATOMIC_RELAXED), 3, -6) && PLAIN(3, __atomic_min_fetch(&y, -6, __ATOMIC_RELAXED), -6, -6));
  assert(PLAIN(3, __sync_fetch_and_max(&y, 6), 3, 6) && PLAIN(3, __sync_fetch_and_min(&y, -6), 3, -6));
  unsigned u = 3;
  assert(__sync_fetch_and_umax(&u, 0x90000000u) == 3 && u == 0x90000000u);
  assert(__sync_fetch_and_umin(&u, 4u) == 0x90000000u && u == 4);
  x = 5, old = 5;
  assert(atomic_compare_exchange_strong(&x, &old, 6) && x == 6 && old == 5);
  assert(!atomic_compare_exchange_strong(&x, &old, 7) && x == 6 && old == 6);
  x = 5, old = 5;
  assert(atomic_compare_exchange_strong_explicit(&x, &old, 6, memory_order_relaxed, memory_order_relaxed) && x == 6 && old == 5);
  assert(!atomic_compare_exchange_strong_explicit(&x, &old, 7, memory_order_relaxed, memory_order_relaxed) && x == 6 && old == 6);
  x = 5, old = 5;
  assert(atomic_compare_exchange_weak(&x, &old, 6) && x == 6 && old == 5);
  assert(!atomic_compare_exchange_weak(&x, &old, 7) && x == 6 && old == 6);
  x = 5, old = 5;
  assert(atomic_compare_exchange_weak_explicit(&x, &old, 6, memory_order_relaxed, memory_order_relaxed) && x == 6 && old == 5);
  assert(!atomic_compare_exchange_weak_explicit(&x, &old, 7, memory_order_relaxed, memory_order_relaxed) && x == 6 && old == 6);
  y = 5, old = 5, new_value = 6;
  assert(__atomic_compare_exchange_n(&y, &old, 6, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) && y == 6);
  assert(!__atomic_compare_exchange_n(&y, &old, 7, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) && y == 6 && old == 6);
  y = 5, old = 5;
  assert(__atomic_compare_exchange(&y, &old, &new_value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) && y == 6);
  old = 1;
  assert(!__atomic_compare_exchange(&y, &old, &new_value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED) && old == 6);
  assert(__sync_bool_compare_and_swap(&y, 6, 7) && y == 7 && !__sync_bool_compare_and_swap(&y, 6, 8) && y == 7);
  assert(__sync_val_compare_and_swap(&y, 7, 8) == 7 && y == 8 && __sync_val_compare_and_swap(&y, 7, 9) == 8 && y == 8);
  assert(PLAIN(4, __atomic_load_n(&y, __ATOMIC_RELAXED), 4, 4) && PLAIN(4, __atomic_exchange_n(&y, 9, __ATOMIC_RELAXED), 4, 9));
  __atomic_store_n(&y, 3, __ATOMIC_RELAXED);
  assert(y == 3);
  __atomic_load(&y, &old, __ATOMIC_RELAXED);
  assert(old == 3);
  new_value = 11;
  __atomic_store(&y, &new_value, __ATOMIC_RELAXED);
  assert(y == 11);
  new_value = 12;
  __atomic_exchange(&y, &new_value, &old, __ATOMIC_RELAXED);
  assert(y == 12 && old == 11);
  assert(__sync_lock_test_and_set(&y, 2) == 12 && y == 2);
  __sync_lock_release(&y);
  assert(y == 0);
  assert(!atomic_flag_test_and_set(&mark) && atomic_flag_test_and_set(&mark));
  atomic_flag_clear(&mark);
  assert(!atomic_flag_test_and_set_explicit(&mark, memory_order_relaxed) && atomic_flag_test_and_set_explicit(&mark, memory_order_relaxed));
  atomic_flag_clear_explicit(&mark, memory_order_relaxed);
  assert(!atomic_flag_test_and_set(&mark));
  assert(!__atomic_test_and_set(&byte, __ATOMIC_RELAXED) && __atomic_test_and_set(&byte, __ATOMIC_RELAXED) && byte);
  __atomic_clear(&byte, __ATOMIC_RELAXED);
  assert(!byte);
  assert(atomic_is_lock_free(&x) && __atomic_is_lock_free(4, &y) && __atomic_always_lock_free(4, 0));
  static atomic_int made = ATOMIC_VAR_INIT(3);
  assert(made == 3 && kill_dependency(4) == 4);
  return 0;
}
