// expect: safe
// Of what is atomic, there are no races, and a change is one step.
#include <assert.h>
#include <pthread.h>
static _Atomic(int) first;
static _Atomic long second;
static int *_Atomic third;
static int cells[2];
static void *run(void *unused) {
  first += 2;
  second++;
  third = cells;
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(first == 4 && second == 2 && third == cells);
  return 0;
}
