// expect: safe
#include <assert.h>
#include <pthread.h>
static _Thread_local int mine = 3;
static __thread int other;
static int counter(void) { static int n = 10; return n++; }
static void *run(void *argument) {
  mine += 1;
  other = (int)(long)argument;
  assert(mine == 4 && other == (int)(long)argument);
  return &mine == 0 ? argument : 0;
}
int main(void) {
  pthread_t t;
  assert(counter() == 10 && counter() == 11);
  mine = 100;
  pthread_create(&t, 0, run, (void *)7);
  pthread_join(t, 0);
  assert(mine == 100 && other == 0);
  return 0;
}
