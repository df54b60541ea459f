// expect: error race options: parts/linkage_counter.c
// The other file counts without a lock.
#include <pthread.h>
#include <stddef.h>

void count_one(void);

static void *counter(void *arg) {
  count_one();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, counter, NULL);
  count_one();
  pthread_join(thread, NULL);
  return 0;
}
