#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
void *reader(void *unused) {
  pthread_rwlock_rdlock(&l);
  assert(a == b);
  pthread_rwlock_unlock(&l);
  return NULL;
}
void *writer(void *unused) {
  pthread_rwlock_wrlock(&l);
  a++;
  b++;
  pthread_rwlock_unlock(&l);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  pthread_create(&t[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  pthread_rwlock_destroy(&l);
  return 0;
}
