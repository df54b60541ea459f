// expect: error deadlock
// What is not waited for yet is not woken: the flag is looked at without the mutex.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int ready;
void *waiter(void *a) {
  while (!atomic_load(&ready)) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&ready, 1);
  pthread_cond_signal(&c);
  pthread_join(t, 0);
  return 0;
}
