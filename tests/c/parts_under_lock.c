// expect: safe
// Accesses to parts of a number, in threads whose order decides which part is met first.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

uint64_t number;
pthread_mutex_t mutex;

static void *increment(void *unused) {
  pthread_mutex_lock(&mutex);
  ((uint16_t *)&number)[1]++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(number == 0x20000);
  return 0;
}
