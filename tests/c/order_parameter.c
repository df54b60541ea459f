// expect: error race
// The order is a parameter of a wrapper, relaxed at its only call.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static inline int get(atomic_int* p, memory_order order) { return atomic_load_explicit(p, order); }
static inline void put(atomic_int* p, int v, memory_order order) {
  atomic_store_explicit(p, v, order);
}

static void* writer(void* unused) {
  data = 1;
  put(&flag, 1, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  if (get(&flag, memory_order_relaxed)) assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
