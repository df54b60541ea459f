// expect: error memory
#include <assert.h>
#include <pthread.h>
_Thread_local int own = 3;
int *p;
void *leaks(void *a) {
  own = 4;
  p = &own;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, leaks, 0);
  pthread_join(t, 0);
  assert(*p == 4);
  return 0;
}
