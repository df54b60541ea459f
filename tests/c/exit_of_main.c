// expect: safe
// expect: error assertion options: -DVALUE=2
// expect: error unsupported options: -DIN_THREAD
// `exit` in main is a return from it: the other threads run on, and its variables stay.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifndef VALUE
#define VALUE 1
#endif
int ended;
void note(void) { ended = 1; }
void *run(void *argument) {
#ifdef IN_THREAD
  exit(0);
#endif
  assert(*(int *)argument == VALUE);
  return 0;
}
int main(void) {
  int local = 1;
  pthread_t joined, running;
  atexit(note);
  pthread_create(&joined, 0, run, &local);
  pthread_create(&running, 0, run, &local);
  pthread_join(joined, 0);
  if (local) exit(0);
  abort();
}
