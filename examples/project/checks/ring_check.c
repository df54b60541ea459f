#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "ring.h"

static void *producer(void *ring) {
  for (int value = 1; value <= 3; ++value) {
    if (!ring_put(ring, value)) break;
  }
  return NULL;
}

int main(void) {
  struct ring *ring = ring_create();
  pthread_t thread;
  pthread_create(&thread, NULL, producer, ring);
  int last = 0;
  for (int i = 0; i < 2; ++i) {
    int value;
    if (!ring_take(ring, &value)) continue;
    assert(value == last + 1);
    last = value;
  }
  pthread_join(thread, NULL);
  return 0;
}
