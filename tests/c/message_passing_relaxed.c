// expect: error race
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  int seen = atomic_load_explicit(&ready, memory_order_acquire) ? data : 0;
  pthread_join(a, NULL);
  return seen;
}
