// expect: error assertion
// A thread that reads under one lock unlocks another, which it does not hold.
#include <pthread.h>
pthread_rwlock_t l[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
int which;
void *reader(void *a) {
  pthread_rwlock_rdlock(&l[which]);
  pthread_rwlock_unlock(&l[1 - which]);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&l[0]);
  pthread_rwlock_rdlock(&l[1]);
  pthread_create(&t, 0, reader, 0);
  pthread_join(t, 0);
  return 0;
}
