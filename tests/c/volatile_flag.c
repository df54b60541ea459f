// expect: error race
#include <pthread.h>
static volatile int stop;
static void *run(void *u) { stop = 1; return u; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int s = stop;
  pthread_join(t, 0);
  return s;
}
