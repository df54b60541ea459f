#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int started;

static void *leave(void *unused) {
  if (atomic_load(&started)) exit(0);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  atomic_store(&started, 1);
  pthread_join(thread, 0);
  return 0;
}
