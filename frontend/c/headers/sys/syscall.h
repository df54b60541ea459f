#ifndef __DROVER_SYS_SYSCALL_H
#define __DROVER_SYS_SYSCALL_H
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#define __NR_futex 202
#define __NR_gettid 186
#define SYS_futex __NR_futex
#define SYS_gettid __NR_gettid

/* The threads that wait at a futex: a list of objects of theirs, the newest first. The head of the
   list is 1 while the list is changed. This lock has the order that the kernel's lock gives: a wait
   that begins after a wake-up sees the value that was written before it. */
struct __drover_sleeper {
  _Atomic(unsigned long) __next; /* the next one; 1: woken, and no longer in the list */
  unsigned long __address;
  unsigned __bits;
};
static _Atomic(unsigned long) __drover_sleepers;
#define __DROVER_SLEEPER(address) ((struct __drover_sleeper*)(address))
static inline long __drover_futex_wait(unsigned long address, unsigned value, unsigned bits) {
  struct __drover_sleeper own;
  unsigned long next = __drover_claim(&__drover_sleepers, 1);
  if ((unsigned)__atomic_load_n((int*)address, 0) != value) {
    __atomic_store_n(&__drover_sleepers, next, 3);
    errno = EAGAIN;
    return -1;
  }
  if (__drover_wakes_spuriously()) {
    __atomic_store_n(&__drover_sleepers, next, 3);
    return 0;
  }
  own.__address = address;
  own.__bits = bits;
  __atomic_store_n(&own.__next, next, 0);
  __atomic_store_n(&__drover_sleepers, (unsigned long)&own, 3);
  __drover_wait_until(&own.__next, 1);
  return 0;
}
static inline int __drover_sleeps_at(unsigned long sleeper, unsigned long address, unsigned bits) {
  return __DROVER_SLEEPER(sleeper)->__address == address &&
         (__DROVER_SLEEPER(sleeper)->__bits & bits) != 0;
}
/* Wakes any of the waiting threads, as many as there are, and not more than `most`. */
static inline long __drover_futex_wake(unsigned long address, int most, unsigned bits) {
  int left = 0;
  int woken = 0;
  unsigned long first = __drover_claim(&__drover_sleepers, 1);
  unsigned long before = 0;
  unsigned long next = 0;
  for (unsigned long here = first; here != 0;
       here = __atomic_load_n(&__DROVER_SLEEPER(here)->__next, 0))
    left += __drover_sleeps_at(here, address, bits);
  for (unsigned long here = first; here != 0 && left > 0 && woken < most; here = next) {
    next = __atomic_load_n(&__DROVER_SLEEPER(here)->__next, 0);
    int is_woken = 0;
    if (__drover_sleeps_at(here, address, bits)) {
      is_woken = left <= most - woken ? 1 : __drover_nondet(0, 1);
      left--;
    }
    if (!is_woken) {
      before = here;
      continue;
    }
    woken++;
    if (before == 0) {
      first = next;
    } else {
      __atomic_store_n(&__DROVER_SLEEPER(before)->__next, next, 0);
    }
    __atomic_store_n(&__DROVER_SLEEPER(here)->__next, 1, 3);
  }
  __atomic_store_n(&__drover_sleepers, first, 3);
  return woken;
}
static inline int gettid(void) { return __VERIFIER_tid() + 1; }
static inline long __drover_futex(void* address, int operation, unsigned value, const void* timeout,
                                  unsigned long other, unsigned bits) {
  int what = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  if (what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET) {
    if (timeout)
      __drover_refuse("a wait at a futex with a timeout is",
                      "a checked program has no clock: wait without a time");
    return __drover_futex_wait((unsigned long)address, value, what == FUTEX_WAIT ? -1U : bits);
  }
  if (what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET)
    return __drover_futex_wake((unsigned long)address, (int)value, what == FUTEX_WAKE ? -1U : bits);
  __drover_refuse("this operation of a futex is",
                  "FUTEX_WAIT, FUTEX_WAKE and the same with bit sets are supported");
  return -1;
}
#endif
