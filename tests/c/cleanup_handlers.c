// expect: safe
// Handlers run when a thread ends, the last first, and when they are taken away with 1.
#include <assert.h>
#include <pthread.h>
int order;
void note(void *number) { order = order * 10 + *(int *)number; }
void *leaves(void *a) {
  int one = 1, two = 2, three = 3;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(0);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}
int main(void) {
  pthread_t t;
  int four = 4;
  pthread_cleanup_push(note, &four);
  pthread_cleanup_pop(1);
  assert(order == 4);
  pthread_create(&t, 0, leaves, 0);
  pthread_join(t, 0);
  assert(order == 421);
  return 0;
}
