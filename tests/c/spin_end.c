// expect: error deadlock options: -DWRITTEN=2
// expect: safe options: -DWRITTEN=1
// An annotated wait that never ends is a deadlock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WRITTEN
#define WRITTEN 1
#endif
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);
static atomic_int x;
static void *run(void *unused) {
  x = WRITTEN;
  return unused;
}
int main(void) {
  pthread_t thread;
  int goes_on;
  pthread_create(&thread, NULL, run, NULL);
  __VERIFIER_loop_begin();
  do {
    __VERIFIER_spin_start();
    goes_on = x != 1;
    __VERIFIER_spin_end(!goes_on);
  } while (goes_on);
  pthread_join(thread, NULL);
  return 0;
}
