// expect: error thread options: -DKIND=1
// expect: error thread options: -DKIND=2
// Joining a thread that was created as a detached one, or detached by C11's function, is an error.
#include <pthread.h>
#include <threads.h>
#ifndef KIND
#define KIND 1
#endif
static void *run(void *unused) { return unused; }
static int runs(void *unused) { return 0; }
int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  thrd_t other;
  if (KIND == 1) {
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, run, NULL);
    pthread_join(thread, NULL);
  } else {
    thrd_create(&other, runs, NULL);
    thrd_detach(other);
    thrd_join(other, NULL);
  }
  return 0;
}
