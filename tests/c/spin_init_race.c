// expect: error race
// Initialised while another thread uses it.
#include <pthread.h>
#include <threads.h>
pthread_spinlock_t l;
void *user(void *a) {
  pthread_spin_lock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, user, 0);
  pthread_spin_init(&l, 0);
  pthread_join(t, 0);
  return 0;
}
