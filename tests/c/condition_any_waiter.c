// expect: error deadlock
// Two kinds of waiters and `signal`: the one that waited longer need not be the one that is woken.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int stage, first_waits;
void *first(void *a) {
  pthread_mutex_lock(&m);
  first_waits = 1;
  while (stage < 1) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}
void *second(void *a) {
  pthread_mutex_lock(&m);
  if (first_waits) {
    while (stage < 2) pthread_cond_wait(&c, &m);
  }
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_mutex_lock(&m);
  stage = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_mutex_lock(&m);
  stage = 2;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(b, 0);
  return 0;
}
