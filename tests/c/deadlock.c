// expect: error deadlock
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *u) {
  pthread_mutex_lock(&a); pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
  return u;
}
static void *two(void *u) {
  pthread_mutex_lock(&b); pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
  return u;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
