#include <pthread.h>
pthread_mutex_t m;
pthread_cond_t c;
int main(void) {
  pthread_mutex_lock(&m);
  return pthread_cond_timedwait(&c, &m, 0);
}
