#include <stdatomic.h>
extern int message[2];
extern atomic_int flags[2];
static inline void announce(int which) {
  atomic_store_explicit(&flags[which], 1, memory_order_relaxed);
}
static inline int is_there(int which) {
  return atomic_load_explicit(&flags[which], memory_order_acquire);
}
void publish(void);
