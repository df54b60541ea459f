#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m;
atomic_int gone;
void *user(void *unused) {
  if (gone) pthread_mutex_lock(&m);
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, NULL);
  pthread_create(&t, NULL, user, NULL);
  pthread_mutex_destroy(&m);
  gone = 1;
  return 0;
}
