#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;
void *producer(void *unused) {
  pthread_mutex_lock(&m);
  data = 42;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}
void *consumer(void *unused) {
  pthread_mutex_lock(&m);
#ifdef IF
  if (!ready)
#else
  while (!ready)
#endif
    pthread_cond_wait(&c, &m);
  assert(data == 42);
  pthread_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  pthread_t p, q, r;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&q, NULL, consumer, NULL);
#ifdef TWO
  pthread_create(&r, NULL, consumer, NULL);
#endif
  return 0;
}
