// expect: error thread
#include <pthread.h>
void *nothing(void *a) { return a; }
int main(void) {
  pthread_t t;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attributes, nothing, 0);
  pthread_attr_destroy(&attributes);
  pthread_join(t, 0);
  return 0;
}
