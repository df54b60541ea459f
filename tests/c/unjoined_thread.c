// expect: safe options: -DJOIN=pthread_join(thread,0)
// expect: error race options: -DJOIN=0
// expect: safe options: -DJOIN=thrd_join(thread,0) -DCREATE=thrd_create(&thread,counts,0)
// expect: safe options: -DJOIN=__VERIFIER_join(thread) -DCREATE=(thread=__VERIFIER_spawn(run,0))
// expect: error race options: -DJOIN=0 -DCREATE=(thread=__VERIFIER_spawn(run,0))
// expect: error race options: -DJOIN=0 -DCREATE=(thread=__VERIFIER_spawn_symmetric(run,0,0))
// Joining orders what the thread did before what comes next.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#ifndef CREATE
#define CREATE pthread_create(&thread, 0, run, 0)
#endif
#ifndef JOIN
#define JOIN pthread_join(thread, 0)
#endif
static int data;
static void *run(void *unused) {
  data = 1;
  return unused;
}
static int counts(void *unused) {
  data = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  CREATE;
  JOIN;
  assert(data == 1);
  return 0;
}
