// expect: safe
// expect: error deadlock options: -DLEFT
// A wake-up moves the other sleepers to a second futex, where they are woken later.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int first, second, slept;
void *sleeps(void *a) {
  slept++;
  while (atomic_load(&first) == 0) syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, sleeps, 0);
  pthread_create(&u, 0, sleeps, 0);
  first = 1;
  long moved = syscall(SYS_futex, &first, FUTEX_REQUEUE_PRIVATE, 1, 7, &second);
  assert(moved >= 0 && moved <= 2);
#ifndef LEFT
  long woken = syscall(SYS_futex, &second, FUTEX_WAKE_PRIVATE, 7);
  assert(woken == (moved > 1));
#endif
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
