#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
pthread_key_t key;
atomic_int freed;
void destroy(void *value) {
  free(value);
  freed++;
}
void *run(void *argument) {
  int *own = malloc(sizeof *own);
  *own = (int)(long)argument;
  pthread_setspecific(key, own);
  assert(*(int *)pthread_getspecific(key) == (int)(long)argument);
  return NULL;
}
int main(void) {
  pthread_t t[2];
  pthread_key_create(&key, destroy);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(freed == 2);
  assert(pthread_getspecific(key) == NULL);
  return 0;
}
