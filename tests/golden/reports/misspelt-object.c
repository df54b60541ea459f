// drover: object q promises v : regster(write = put, read = get);
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void put(int v) { atomic_store_explicit(&x, v, memory_order_relaxed); }
int get(void) { return atomic_load_explicit(&x, memory_order_acquire); }
void *writer(void *p) { put(1); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  get();
  pthread_join(t, 0);
}
