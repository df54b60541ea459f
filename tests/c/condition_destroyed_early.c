// expect: error assertion
// One of two waiters has been woken when it is destroyed.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int is_over;
void *waiter(void *a) {
  pthread_mutex_lock(&m);
  while (!is_over) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waiter, 0);
  pthread_create(&t[1], 0, waiter, 0);
  pthread_mutex_lock(&m);
  is_over = 1;
  pthread_cond_signal(&c);
  pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
