// expect: safe
// A failed compare-exchange is a load: of acq_rel, acquire is left, and of release nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void* writer(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int found = 2;
  atomic_compare_exchange_strong_explicit(&flag, &found, 3, memory_order_acq_rel,
                                          memory_order_acq_rel);
  if (found == 1) assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
