// expect: error assertion
// expect: error assertion options: -m sc --algo rvf
// expect: error assertion options: -m sc --algo dpor
// expect: safe options: -D WAITS
// expect: safe options: -D WAITS -m sc --algo rvf
// expect: error assertion options: -D JOINS -m sc --algo rvf
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// The first access of all is that of a thread that is started: its start comes first, and the end of
// a thread comes before the join.
static atomic_int x;

static void *read_first(void *unused) {
  int seen = atomic_load(&x);
#if !defined(WAITS) && !defined(JOINS)
  assert(seen == 2);
#endif
  return seen == 0 ? unused : &x;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, read_first, NULL);
#ifdef WAITS
  pthread_join(thread, NULL);
  atomic_store(&x, 2);
#else
  atomic_store(&x, 2);
  void *result;
  pthread_join(thread, &result);
#ifdef JOINS
  assert(result == NULL);
#endif
#endif
  return 0;
}
