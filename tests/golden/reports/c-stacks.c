// A queue in a header, with a release that is too weak; wrappers are in a header, too.
#include <pthread.h>

#include "c-stacks-queue.h"

static queue_t queue;

static void* producer(void* unused) {
  enqueue(&queue, 42);
  return unused;
}

static void* consumer(void* unused) {
  unsigned value;
  while (!dequeue(&queue, &value)) {
  }
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  return 0;
}
