// expect: error assertion
// What one thread holds, another unlocks.
#include <pthread.h>
#include <threads.h>
pthread_spinlock_t l;
void *other(void *a) {
  pthread_spin_unlock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&l, 0);
  pthread_spin_lock(&l);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
