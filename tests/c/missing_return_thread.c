// expect: error memory
#include <pthread.h>
static void *worker(void *argument) { (void)argument; }
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &result);
  return result == 0;
}
