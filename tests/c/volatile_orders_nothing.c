// expect: error race options: --volatile relaxed
// expect: error assertion options: --volatile relaxed -DATOMIC=_Atomic
// A relaxed access orders nothing else, and `++` of a volatile variable may lose an update.
#include <assert.h>
#include <pthread.h>
#ifndef ATOMIC
#define ATOMIC
#endif
static volatile int ready, count;
static ATOMIC int data;
static void *run(void *u) {
  count++;
  data = 1;
  ready = 1;
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  count++;
  if (ready) assert(data == 1);
  pthread_join(t, 0);
  assert(count == 2);
  return 0;
}
