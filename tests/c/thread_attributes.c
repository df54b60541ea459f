// expect: safe
// Attributes give what was set, and mean nothing but for that a thread is detached.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t ended;
void *ends(void *a) {
  sem_post(&ended);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_attr_t a;
  int state = -1;
  size_t size = 0;
  sem_init(&ended, 1, 0);
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, 7) == EINVAL);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_setstacksize(&a, 1 << 16) == 0);
  assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 16);
  assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
  pthread_create(&t, &a, ends, 0);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE);
  pthread_t joined;
  pthread_create(&joined, &a, ends, 0);
  pthread_join(joined, 0);
  pthread_create(&joined, 0, ends, 0);
  pthread_detach(joined);
  pthread_attr_destroy(&a);
  sem_wait(&ended);
  sem_wait(&ended);
  sem_wait(&ended);
  pthread_mutexattr_t m;
  pthread_mutexattr_init(&m);
  assert(pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&m, &state) == 0 && state == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_settype(&m, 9) == EINVAL);
  assert(pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK) == 0);
  pthread_mutex_t mutex;
  pthread_mutex_init(&mutex, &m);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
