// expect: error memory
// Main has ended its thread; the other one runs on.
#include <pthread.h>
_Thread_local int own = 3;
void *reads(void *a) {
  *(int *)a = 4;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, &own);
  pthread_exit(0);
}
