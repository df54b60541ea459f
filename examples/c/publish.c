// A thread publishes a message with a flag. The flag is relaxed: on a machine that reorders, and by
// the rules of C, the reader may see the flag and not yet the message.
//
//     drover check publish.c                         a race: the flag orders nothing
//     drover check publish.c -D FIXED                fine
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define PUBLISH memory_order_release
#define LOOK memory_order_acquire
#else
#define PUBLISH memory_order_relaxed
#define LOOK memory_order_relaxed
#endif

int message;
atomic_int ready;

void *writer(void *unused) {
  message = 42;
  atomic_store_explicit(&ready, 1, PUBLISH);
  return NULL;
}

void *reader(void *unused) {
  if (atomic_load_explicit(&ready, LOOK)) assert(message == 42);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
