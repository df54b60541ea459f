// expect: error deadlock options: -DKIND=PTHREAD_MUTEX_NORMAL
// expect: error deadlock options: -DKIND=PTHREAD_MUTEX_DEFAULT
// expect: safe options: -DKIND=PTHREAD_MUTEX_RECURSIVE
// expect: safe options: -DKIND=PTHREAD_MUTEX_ERRORCHECK
// expect: error deadlock options: -DKIND=PTHREAD_MUTEX_RECURSIVE -DAGAIN=1
// Locking a mutex that one holds: only a recursive one can be locked again, and a checking one says so.
#include <pthread.h>
#ifndef KIND
#define KIND PTHREAD_MUTEX_RECURSIVE
#endif
#ifndef AGAIN
#define AGAIN 0
#endif
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, KIND);
  if (AGAIN) pthread_mutexattr_init(&attributes);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  return 0;
}
