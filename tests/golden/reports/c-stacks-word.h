#include <stdatomic.h>

typedef struct {
  atomic_uint value;
} word_t;

static unsigned word_read(word_t* w) {
  return atomic_load_explicit(&w->value, memory_order_acquire);
}

static void word_write(word_t* w, unsigned value) {
  atomic_store_explicit(&w->value, value, memory_order_relaxed);
}
