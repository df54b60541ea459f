// expect: safe
// expect: error deadlock options: -DFOR_EVER
// A wait for a time ends although nothing wakes it: no deadlock.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
int main(void) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
#ifdef FOR_EVER
  while (!ready) pthread_cond_wait(&c, &m);
#else
  while (!ready && pthread_cond_timedwait(&c, &m, &soon) == 0) continue;
#endif
  pthread_mutex_unlock(&m);
  return 0;
}
