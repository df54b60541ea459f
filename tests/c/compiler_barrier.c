// expect: error assertion options: -m rc20
// The compiler's barrier orders nothing between threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  asm volatile("" ::: "memory");
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  asm volatile("" ::: "memory");
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(a || b);
  return 0;
}
