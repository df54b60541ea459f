// expect: safe
// An assertion of a library on a path that this program does not take is not what the verdict is about.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static int add(int by) {
  if (by > 10) {
    assert(atomic_load(&count) > 10);
  }
  return atomic_fetch_add(&count, by);
}

static void *worker(void *argument) {
  add(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  add(2);
  pthread_join(thread, 0);
  assert(atomic_load(&count) == 3);
  return 0;
}
