// expect: safe options: -m rc20 -DORDER=memory_order_consume
// expect: error race options: -m rc20 -DORDER=memory_order_relaxed
// Consuming is as strong as acquiring, as in compilers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_consume
#endif
static int data;
static _Atomic(int *) place;
static void *writer(void *unused) {
  data = 1;
  atomic_store_explicit(&place, &data, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  int *found = atomic_load_explicit(&place, ORDER);
  if (found) assert(*found == 1);
  pthread_join(thread, NULL);
  return 0;
}
