// Store buffering, relaxed: nothing but a fence between the two accesses of each thread, or seq_cst, helps.
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>

atomic_int x, y;
int a, b;

void *left(void *argument) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return argument;
}

void *right(void *argument) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(a == 1 || b == 1);
  return 0;
}
