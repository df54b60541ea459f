// What can be weaker is in a file that is included.
#include <assert.h>
#include <pthread.h>
#include "relax-c-header.h"

static atomic_int held, done;
static int count;

void *worker(void *argument) {
  lock(&held);
  count++;
  unlock(&held);
  set(&done);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  lock(&held);
  count++;
  unlock(&held);
  peek(&held);
  get(&held, memory_order_seq_cst);
  if (is_set(&done) || get(&done, memory_order_seq_cst)) assert(count == 2);
  pthread_join(thread, 0);
  return 0;
}
