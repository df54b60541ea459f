// expect: error thread options: parts/linkage_detach.c
// The state of the library is one for all files: the thread is detached in one, and joined in the
// other.
#include <pthread.h>
#include <stddef.h>

void detach(pthread_t thread);

static void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  detach(thread);
  pthread_join(thread, NULL);
  return 0;
}
