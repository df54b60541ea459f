// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}
static void *reader(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {}
  assert(data == 42);
  return unused;
}
int main(void) {
  pthread_t a, b;
  if (pthread_create(&a, NULL, writer, NULL)) return 1;
  if (pthread_create(&b, NULL, reader, NULL)) return 1;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
