// expect: safe
// expect: error race options: -DPLAIN
// expect: error deadlock options: -DKEPT
// A lock with FUTEX_LOCK_PI: the word is its owner.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int word;
int counter;
void lock(void) {
  int free = 0;
  if (atomic_compare_exchange_strong(&word, &free, (int)syscall(SYS_gettid))) return;
#ifndef PLAIN
  syscall(SYS_futex, &word, FUTEX_LOCK_PI_PRIVATE, 0, NULL);
#endif
}
void unlock(void) {
  int self = (int)syscall(SYS_gettid);
  if (atomic_compare_exchange_strong(&word, &self, 0)) return;
#ifndef KEPT
  syscall(SYS_futex, &word, FUTEX_UNLOCK_PI_PRIVATE);
#endif
}
void *adds(void *a) {
  lock();
  counter++;
  unlock();
  return a;
}
int main(void) {
  pthread_t t;
  assert(syscall(SYS_futex, &word, FUTEX_UNLOCK_PI) == -1 && errno == EPERM);
  assert(syscall(SYS_futex, &word, FUTEX_LOCK_PI2, 0, NULL) == 0);
  assert(syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL) == -1 && errno == EDEADLK);
  unlock();
  pthread_create(&t, 0, adds, 0);
  adds(0);
  pthread_join(t, 0);
  assert(counter == 2);
  return 0;
}
