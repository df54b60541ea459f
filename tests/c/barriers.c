// expect: safe
// A barrier holds back as many threads as it was made for, and one of them is told so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t barrier;
static int data[2];
static atomic_int told;
static void *run(void *argument) {
  int mine = *(int *)argument;
  data[mine] = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) told++;
  assert(data[1 - mine] == 1);
  return NULL;
}
int main(void) {
  pthread_t first, second;
  int numbers[2] = {0, 1};
  assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
  pthread_create(&first, NULL, run, &numbers[0]);
  pthread_create(&second, NULL, run, &numbers[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(told == 1);
  return 0;
}
