// expect: safe
// expect: error deadlock options: -DSTALLED
// A robust mutex whose owner has ended can be locked again; until `pthread_mutex_consistent` it is
// not as it was.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m;
void *locks(void *a) {
  assert(pthread_mutex_lock(&m) == 0);
  return a;
}
void end_with_lock(void) {
  pthread_t t;
  pthread_create(&t, 0, locks, 0);
  pthread_join(t, 0);
}
int main(void) {
  pthread_mutexattr_t a;
  int robust = 7;
  pthread_mutexattr_init(&a);
#ifndef STALLED
  assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&a, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
#endif
  pthread_mutex_init(&m, &a);
  end_with_lock();
  assert(pthread_mutex_lock(&m) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&m) == 0);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  pthread_mutex_unlock(&m);
  end_with_lock();
  assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_lock(&m) == ENOTRECOVERABLE);
  assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
  return 0;
}
