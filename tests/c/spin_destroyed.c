// expect: error memory
#include <pthread.h>
int main(void) {
  pthread_spinlock_t l;
  pthread_spin_init(&l, 0);
  pthread_spin_destroy(&l);
  return pthread_spin_trylock(&l);
}
