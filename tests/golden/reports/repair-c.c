// A lock and a flag, stronger than need be; one order is pinned, one call has no order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int counter;
static atomic_int lock;
static atomic_int done;

static void acquire(void) {
  int expected = 0;
  while (!atomic_compare_exchange_strong_explicit(&lock, &expected, 1, memory_order_relaxed,
                                                  memory_order_seq_cst))
    expected = 0;
}

static void release(void) { atomic_store_explicit(&lock, 0, memory_order_relaxed); }

void *worker(void *argument) {
  acquire();

  counter++;
  release();
  atomic_fetch_add_explicit(&done, 1, memory_order_seq_cst /*!*/);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
