// expect: error race
// Initialised while another thread uses it.
#include <pthread.h>
#include <threads.h>
mtx_t l;
void *user(void *a) {
  mtx_lock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  mtx_init(&l, mtx_plain);
  pthread_join(t, 0);
  return 0;
}
