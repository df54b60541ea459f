// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_key_t key;
static int x;
static void *reader(void *u) {
  pthread_setspecific(key, &x);
  pthread_rwlock_rdlock(&lock);
  int a = x, b = x;
  pthread_rwlock_unlock(&lock);
  assert(a == b && pthread_getspecific(key) == &x);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  assert(pthread_equal(pthread_self(), pthread_self()) && pthread_getspecific(key) == 0);
  return 0;
}
