// expect: error race
// expect: safe options: -DLOCKED
#include <pthread.h>
static double mean;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
#ifdef LOCKED
  pthread_mutex_lock(&lock);
#endif
  mean += 0.5;
#ifdef LOCKED
  pthread_mutex_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, run, 0);
  run(0);
  pthread_join(other, 0);
  return 0;
}
