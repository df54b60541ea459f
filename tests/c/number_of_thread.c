// expect: safe
// expect: error memory options: -DFEW
// A thread is a small number as an int: programs index arrays by it.
#include <assert.h>
#include <pthread.h>
#ifdef FEW
static int of[1];
#else
static int of[8];
#endif
static void *run(void *unused) {
  int me = pthread_self();
  of[me] = 100 + me;
  assert(of[me] > 100 && of[me] < 108);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
