#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m); /* no condition: the signal may have come before */
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_cond_signal(&c);
  pthread_join(t, NULL);
  return 0;
}
