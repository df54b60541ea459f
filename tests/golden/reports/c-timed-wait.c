#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
pthread_cond_t c;
int main(void) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &soon) == 0);
  return 0;
}
