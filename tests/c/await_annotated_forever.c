// expect: error deadlock
// The wait that the annotations mark may never end: the value 1 can be missed.
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#define await_while(c)                                                        \
  for (__VERIFIER_loop_begin();                                               \
       (__VERIFIER_spin_start(), (c) ? 1 : (__VERIFIER_spin_end(1), 0)); \
       __VERIFIER_spin_end(0))
atomic_int x;
void *waiter(void *a) {
  await_while (atomic_load(&x) != 1) {}
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  pthread_join(t, 0);
  return 0;
}
