// expect: safe
// expect: safe options: -DPRIVATE=128
// expect: error race options: -DUNLOCKED=1
// expect: error deadlock options: -DWAKES=0
// expect: error deadlock options: -DSETS=1
// expect: safe options: --no-spurious-wakeups
// A lock that sleeps in a futex: 0 is free, 1 held, 2 held while others may wait.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef PRIVATE
#define PRIVATE 0
#endif
#ifndef WAKES
#define WAKES 1
#endif
#ifndef UNLOCKED
#define UNLOCKED 0
#endif
#ifndef SETS
#define SETS 3
#endif
static atomic_int lock;
static int count;
static long futex(atomic_int *at, int operation, int value, const struct timespec *until, atomic_int *other, int bits) {
  return syscall(SYS_futex, at, operation, value, until, other, bits);
}
static void acquire(void) {
  int free = 0;
  if (UNLOCKED) return;
  if (atomic_compare_exchange_strong(&lock, &free, 1)) return;
  while (atomic_exchange(&lock, 2) != 0) futex(&lock, FUTEX_WAIT_BITSET | PRIVATE, 2, NULL, NULL, 2);
}
static void release(void) {
  if (UNLOCKED) return;
  if (atomic_exchange(&lock, 0) == 2) futex(&lock, FUTEX_WAKE_BITSET | PRIVATE, WAKES, NULL, NULL, SETS);
}
static void *run(void *unused) {
  acquire();
  count++;
  release();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  assert(count == 2);
  return 0;
}
