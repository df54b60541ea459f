#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x;
void __VERIFIER_atomic_inc(void) { x++; }
void *run(void *a) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_inc();
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(x == 4);
  return 0;
}
