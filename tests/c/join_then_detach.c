// expect: error thread
#include <pthread.h>
void *nothing(void *a) { return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  pthread_join(t, 0);
  pthread_detach(t);
  return 0;
}
