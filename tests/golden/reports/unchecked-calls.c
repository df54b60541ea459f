#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void put(int v) { atomic_store_explicit(&x, v, memory_order_relaxed); }
int get(void) { return atomic_load_explicit(&x, memory_order_acquire); }
void *writer(void *p) { __VERIFIER_method_begin("put", 1); put(1); __VERIFIER_method_end("put", 0); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  get();
  pthread_join(t, 0);
}
