// expect: refused pthread_mutexattr_setrobust
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, 1);
  return 0;
}
