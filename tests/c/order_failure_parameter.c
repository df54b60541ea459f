// expect: error race
// What a failed compare-exchange reads synchronises only if the order of failure says so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static int data;
static atomic_int flag;

static inline bool swap(atomic_int* p, int* e, int d, memory_order success, memory_order failure) {
  return atomic_compare_exchange_strong_explicit(p, e, d, success, failure);
}

static void* writer(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, writer, NULL);
  int expected = 2;
  if (!swap(&flag, &expected, 3, memory_order_acq_rel, memory_order_relaxed) && expected == 1)
    assert(data == 1);
  pthread_join(t, NULL);
  return 0;
}
