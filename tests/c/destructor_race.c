// expect: error race
// Threads that nobody joins are still there when destructors run.
#include <pthread.h>
int x;
__attribute__((destructor)) static void end(void) { x = 1; }
static void *worker(void *argument) {
  x = 2;
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
}
