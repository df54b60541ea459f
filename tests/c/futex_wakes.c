// expect: safe options: -DWOKEN=2
// expect: error deadlock options: -DWOKEN=1
// expect: error deadlock options: -DWOKEN=2 -DELSEWHERE=1
// expect: safe options: -DWOKEN=2 --no-spurious-wakeups
// expect: error deadlock options: -DWOKEN=1 --no-spurious-wakeups
// A wake-up wakes at most as many threads as it says, at its address only, and says how many; a wait
// for another value than that of the futex ends at once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <syscall.h>
#include <asm/unistd.h>
#include <unistd.h>
#ifndef WOKEN
#define WOKEN 2
#endif
#ifndef ELSEWHERE
#define ELSEWHERE 0
#endif
static atomic_uint word, other;
static void *run(void *unused) {
  while (atomic_load(&word) == 0) syscall(__NR_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  return unused;
}
int main(void) {
  pthread_t t, u;
  assert(syscall(SYS_futex, &other, FUTEX_WAIT, 1, NULL) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, &other, FUTEX_WAKE, 1) == 0);
  pthread_create(&t, NULL, run, NULL);
  pthread_create(&u, NULL, run, NULL);
  atomic_store(&word, 1);
  long woken = syscall(SYS_futex, ELSEWHERE ? &other : &word, FUTEX_WAKE_PRIVATE, WOKEN, NULL);
  assert(woken >= 0 && woken <= WOKEN);
  assert(syscall(SYS_gettid) == gettid() && gettid() == getpid() && __VERIFIER_tid() == 0);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
