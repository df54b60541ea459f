// expect: safe
// Who has come through a barrier may destroy and free it.
#include <pthread.h>
#include <stdlib.h>
pthread_barrier_t *b;
int data;
void *other(void *a) {
  data = 1;
  pthread_barrier_wait(b);
  return a;
}
int main(void) {
  pthread_t t;
  b = malloc(sizeof *b);
  pthread_barrier_init(b, 0, 2);
  pthread_create(&t, 0, other, 0);
  pthread_barrier_wait(b);
  if (data != 1) abort();
  pthread_barrier_destroy(b);
  free(b);
  pthread_join(t, 0);
  return 0;
}
