// Readers that mark where they read; a fence is missing behind the mark.
#include <stdatomic.h>

#define READ_ONCE(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define WRITE_ONCE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define full_barrier() atomic_thread_fence(memory_order_seq_cst)

static atomic_int is_reading;

static inline void read_lock(void) { WRITE_ONCE(is_reading, 1); }
static inline void read_unlock(void) {
  atomic_store_explicit(&is_reading, 0, memory_order_release);
}

static inline int has_reader(void) {
  full_barrier();
  return atomic_load_explicit(&is_reading, memory_order_acquire);
}

static inline int current_of(atomic_int* place) {
  int index = READ_ONCE(*place);
  return index;
}
