// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
static atomic_int x = ATOMIC_VAR_INIT(3);
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(uint8_t) small = 255;
static atomic_uintptr_t word;
static _Atomic(int *) pointer;
static int a[4];
struct s { _Atomic int n; atomic_bool b; };
int main(void) {
  struct s s = {1, 1};
  atomic_init(&s.n, 4);
  assert(s.n++ == 4 && ++s.n == 6 && (s.n -= 2) == 4 && s.b);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  atomic_flag_clear_explicit(&flag, memory_order_release);
  small += 2;
  assert(small == 1 && atomic_fetch_sub(&small, 2) == 1 && small == 255);
  x *= 5;
  assert(x == 15 && atomic_fetch_or(&x, 16) == 15 && atomic_fetch_and_explicit(&x, 17, memory_order_relaxed) == 31);
  int e = 1;
  assert(!atomic_compare_exchange_weak(&x, &e, 2) && e == 17);
  assert(atomic_compare_exchange_strong_explicit(&x, &e, 2, memory_order_acq_rel, memory_order_relaxed));
  atomic_store_explicit(&pointer, a, memory_order_release);
  assert(atomic_fetch_add(&pointer, 2) == a && *atomic_load(&pointer) == 0 && pointer == &a[2]);
  pointer++;
  assert(pointer == a + 3 && atomic_is_lock_free(&x));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store(&word, (uintptr_t)&a[1] | 1);
  assert(((int *)(atomic_load(&word) & ~(uintptr_t)1)) == &a[1]);
  return atomic_exchange(&x, 0) - 2;
}
