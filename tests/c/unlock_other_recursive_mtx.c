// expect: error assertion
// What one thread holds, another unlocks.
#include <pthread.h>
#include <threads.h>
mtx_t l;
void *other(void *a) {
  mtx_unlock(&l);
  return a;
}
int main(void) {
  pthread_t t;
  mtx_init(&l, mtx_recursive);
  mtx_lock(&l);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
