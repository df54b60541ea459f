// expect: safe
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static int total, seen[2];
static void *run(void *argument) {
  long id = (long)argument;
  pthread_spin_lock(&spin);
  total++;
  pthread_spin_unlock(&spin);
  pthread_barrier_wait(&barrier);
  seen[id] = total;
  return 0;
}
int main(void) {
  pthread_t t[2];
  pthread_spin_init(&spin, 0);
  pthread_barrier_init(&barrier, NULL, 2);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(seen[0] == 2 && seen[1] == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
