// expect: error unsupported
// expect: error unsupported options: --all-errors
// expect: error assertion options: -DWRONG
// expect: safe options: -DNEVER
// A limit of Drover that some executions reach is no error of the program, and hides none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int started;

static void *leave(void *unused) {
#if defined(NEVER)
  if (atomic_load(&started) > 1) exit(0);
#else
  if (atomic_load(&started)) exit(0);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, leave, 0);
  atomic_store(&started, 1);
  pthread_join(thread, 0);
#if defined(WRONG)
  assert(atomic_load(&started) == 0);
#endif
  return 0;
}
