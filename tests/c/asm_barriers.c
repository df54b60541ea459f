// expect: safe options: -m rc20
// What only orders: store buffering with a full barrier in each thread, and the compiler's barrier.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define barrier() asm volatile("" ::: "memory")
#define smp_mb() __asm__ __volatile__("mfence" : : : "memory")
atomic_int x, y;
int a, b;
static void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  smp_mb();
  a = atomic_load_explicit(&y, memory_order_relaxed);
  asm("nop");
  return 0;
}
static void *second(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  asm volatile("dmb ish" : : : "memory");
  b = atomic_load_explicit(&x, memory_order_relaxed);
  barrier();
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
