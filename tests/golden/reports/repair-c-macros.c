// What a macro makes has no room inside; before its use there is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PUT(place, value) atomic_store_explicit(place, value, memory_order_relaxed)
#define PUT_BOTH PUT(&data, 1); PUT(&flag, 1)

static atomic_int data, flag;

void *writer(void *argument) {
  PUT_BOTH;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = atomic_load_explicit(&flag, memory_order_relaxed);
  if (seen) seen = atomic_load_explicit(&data, memory_order_relaxed) == 0;
  assert(!seen);
  pthread_join(thread, 0);
  return 0;
}
