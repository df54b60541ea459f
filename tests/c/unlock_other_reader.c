// expect: error assertion
// What one thread holds, another unlocks.
#include <pthread.h>
#include <threads.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *other(void *a) {
  pthread_rwlock_unlock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  (void)0;
  pthread_rwlock_rdlock(&l);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
