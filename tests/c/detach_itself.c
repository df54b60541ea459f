// expect: error thread
// A thread that detaches itself is joined: in which order does not matter.
#include <pthread.h>
void *detaches(void *a) {
  pthread_detach(pthread_self());
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, detaches, 0);
  pthread_join(t, 0);
  return 0;
}
