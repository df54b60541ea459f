// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, again, careful;
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&careful, &attributes);
  pthread_mutex_lock(&again);
  assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_trylock(&again) == 0);
  pthread_mutex_unlock(&again); pthread_mutex_unlock(&again); pthread_mutex_unlock(&again);
  pthread_mutex_lock(&careful);
  assert(pthread_mutex_lock(&careful) == EDEADLK);
  pthread_mutex_unlock(&careful);
  assert(pthread_mutex_unlock(&careful) == EPERM);
  pthread_mutex_lock(&plain);
  assert(pthread_mutex_trylock(&plain) == EBUSY);
  pthread_mutex_unlock(&plain);
  pthread_mutex_destroy(&again);
  return 0;
}
