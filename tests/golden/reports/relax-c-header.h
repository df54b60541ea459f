// A lock and a flag. Orders are in macros, in a call without one, and given to a wrapper.
#include <stdatomic.h>

#define mo_lock memory_order_seq_cst
#define mo_failed memory_order_seq_cst
#define mo_flag memory_order_seq_cst
#define UNLOCK(l) atomic_store_explicit(l, 0, memory_order_seq_cst)

static inline void lock(atomic_int* held) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(held, &expected, 1, mo_lock, mo_failed))
    expected = 0;
}

static inline void unlock(atomic_int* held) { UNLOCK(held); }

static inline void set(atomic_int* flag) { atomic_store_explicit(flag, 1, mo_flag); }
static inline int is_set(atomic_int* flag) { return atomic_load_explicit(flag, mo_flag); }

static inline int peek(atomic_int* held) { return atomic_load(held); }

static inline int get(atomic_int* at, memory_order order) {
  return atomic_load_explicit(at, order);
}
