// expect: error assertion
// What a thread does before it waits is seen, so that to wake without a signal is not to have come
// later.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int is_waiting, is_ready;
void *waiter(void *a) {
  pthread_mutex_lock(&m);
  is_waiting = 1;
  while (!is_ready) pthread_cond_wait(&c, &m);
  is_waiting = 0;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  int was_waiting = is_waiting;
  is_ready = 1;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (was_waiting) assert(is_waiting); /* nobody has signalled yet */
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
