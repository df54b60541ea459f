// expect: error race
// The order is read from memory: one thread makes it relaxed, in some executions in time.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, order = memory_order_acquire;

static void* writer(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}
static void* weakener(void* unused) {
  atomic_store(&order, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, weakener, NULL);
  if (atomic_load_explicit(&flag, atomic_load(&order))) assert(data == 1);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
