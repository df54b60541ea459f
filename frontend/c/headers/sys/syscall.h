#ifndef __DROVER_SYS_SYSCALL_H
#define __DROVER_SYS_SYSCALL_H
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#define __NR_futex 202
#define __NR_gettid 186
#define __NR_membarrier 324
#define SYS_futex __NR_futex
#define SYS_gettid __NR_gettid
#define SYS_membarrier __NR_membarrier

/* The threads that wait at a futex: a list of objects of theirs, the newest first. The head of the
   list is 1 while the list is changed. This lock has the order that the kernel's lock gives: a wait
   that begins after a wake-up sees the value that was written before it. */
struct __drover_sleeper {
  _Atomic(unsigned long) __next; /* the next one; 1: woken, and no longer in the list */
  unsigned long __address;
  unsigned __bits;
  unsigned __owner; /* of a futex of PI, once it is woken */
};
static _Atomic(unsigned long) __drover_sleepers;
#define __DROVER_SLEEPER(address) ((struct __drover_sleeper*)(address))
/* Puts the thread in front of the others that sleep, until it is woken or its time is over. */
static inline long __drover_sleep_at(unsigned long address, struct __drover_sleeper* own,
                                     unsigned long next, int has_time) {
  if (has_time && __drover_times_out()) {
    __atomic_store_n(&__drover_sleepers, next, 3);
    errno = ETIMEDOUT;
    return -1;
  }
  own->__address = address;
  __atomic_store_n(&own->__next, next, 0);
  __atomic_store_n(&__drover_sleepers, (unsigned long)own, 3);
  if (has_time) {
    __VERIFIER_assume(__atomic_load_n(&own->__next, 2) == 1);
  } else {
    __drover_wait_until(&own->__next, 1);
  }
  return 0;
}
static inline long __drover_futex_wait(unsigned long address, unsigned value, unsigned bits,
                                       int has_time) {
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
  own.__bits = bits;
  return __drover_sleep_at(address, &own, next, has_time);
}
static inline int __drover_sleeps_at(unsigned long sleeper, unsigned long address, unsigned bits) {
  return __DROVER_SLEEPER(sleeper)->__address == address &&
         (__DROVER_SLEEPER(sleeper)->__bits & bits) != 0;
}
/* Wakes any of the waiting threads, as many as there are, and not more than `most`. Of the others,
   up to `moved` wait at another address then. Returns how many were woken or moved. */
static inline long __drover_futex_wake(unsigned long address, int most, unsigned bits, int moved,
                                       unsigned long other) {
  int left = 0;
  int woken = 0;
  int passed = 0;
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
  if (moved > 0) {
    for (unsigned long here = first; here != 0 && passed < moved;
         here = __atomic_load_n(&__DROVER_SLEEPER(here)->__next, 0)) {
      if (__drover_sleeps_at(here, address, bits)) {
        __DROVER_SLEEPER(here)->__address = other;
        passed++;
      }
    }
  }
  __atomic_store_n(&__drover_sleepers, first, 3);
  return woken + passed;
}
static inline int gettid(void) { return __VERIFIER_tid() + 1; }
/* A futex of PI holds the number of its owner, and FUTEX_WAITERS if a thread sleeps there. Such
   sleepers have no bits to be woken by; their number stands instead. */
static inline long __drover_futex_own(unsigned long address, int has_time) {
  struct __drover_sleeper own;
  unsigned self = (unsigned)gettid();
  unsigned long next = __drover_claim(&__drover_sleepers, 1);
  unsigned seen = (unsigned)__atomic_load_n((int*)address, 0);
  for (;;) {
    unsigned owner = seen & FUTEX_TID_MASK;
    unsigned wanted = owner == 0 ? self | (seen & FUTEX_WAITERS) : seen | FUTEX_WAITERS;
    int expected = (int)seen;
    if (owner == self) {
      __atomic_store_n(&__drover_sleepers, next, 3);
      errno = EDEADLK;
      return -1;
    }
    if (__atomic_compare_exchange_n((int*)address, &expected, (int)wanted, 0, 2, 2)) {
      if (owner != 0) break;
      __atomic_store_n(&__drover_sleepers, next, 3);
      return 0;
    }
    seen = (unsigned)expected;
  }
  own.__bits = 0;
  own.__owner = self;
  return __drover_sleep_at(address, &own, next, has_time);
}
static inline int __drover_waits_at(unsigned long sleeper, unsigned long address) {
  return __DROVER_SLEEPER(sleeper)->__bits == 0 && __DROVER_SLEEPER(sleeper)->__address == address;
}
/* Makes any of the waiting threads the owner. */
static inline long __drover_futex_give(unsigned long address) {
  unsigned long first = __drover_claim(&__drover_sleepers, 1);
  unsigned long before = 0;
  int left = 0;
  if (((unsigned)__atomic_load_n((int*)address, 0) & FUTEX_TID_MASK) != (unsigned)gettid()) {
    __atomic_store_n(&__drover_sleepers, first, 3);
    errno = EPERM;
    return -1;
  }
  for (unsigned long here = first; here != 0;
       here = __atomic_load_n(&__DROVER_SLEEPER(here)->__next, 0))
    left += __drover_waits_at(here, address);
  if (left == 0) __atomic_store_n((int*)address, 0, 3);
  int others = left - 1;
  for (unsigned long here = first; here != 0 && left > 0;) {
    unsigned long next = __atomic_load_n(&__DROVER_SLEEPER(here)->__next, 0);
    if (__drover_waits_at(here, address)) {
      left--;
      if (left == 0 || __drover_nondet(0, 1)) {
        left = 0;
        unsigned owner = __DROVER_SLEEPER(here)->__owner;
        __atomic_store_n((int*)address, (int)(others > 0 ? owner | FUTEX_WAITERS : owner), 3);
        if (before == 0) {
          first = next;
        } else {
          __atomic_store_n(&__DROVER_SLEEPER(before)->__next, next, 0);
        }
        __atomic_store_n(&__DROVER_SLEEPER(here)->__next, 1, 3);
      }
    }
    before = here;
    here = next;
  }
  __atomic_store_n(&__drover_sleepers, first, 3);
  return 0;
}
static inline long __drover_futex(void* address, int operation, unsigned value, const void* timeout,
                                  unsigned long other, unsigned bits) {
  if (operation == -1) { /* another system call, which this kernel does not have */
    errno = ENOSYS;
    return -1;
  }
  int what = operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  if (what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET)
    return __drover_futex_wait((unsigned long)address, value, what == FUTEX_WAIT ? -1U : bits,
                               timeout != NULL);
  if (what == FUTEX_WAKE || what == FUTEX_WAKE_BITSET)
    return __drover_futex_wake((unsigned long)address, (int)value, what == FUTEX_WAKE ? -1U : bits,
                               0, 0);
  /* The fourth argument is how many threads are moved. */
  if (what == FUTEX_REQUEUE)
    return __drover_futex_wake((unsigned long)address, (int)value, -1U, (int)(long)timeout, other);
  if (what == FUTEX_LOCK_PI || what == FUTEX_LOCK_PI2)
    return __drover_futex_own((unsigned long)address, timeout != NULL);
  if (what == FUTEX_UNLOCK_PI) return __drover_futex_give((unsigned long)address);
  __drover_refuse(
      "this operation of a futex is",
      "FUTEX_WAIT, FUTEX_WAKE, the same with bit sets, FUTEX_REQUEUE, FUTEX_LOCK_PI and "
      "FUTEX_UNLOCK_PI are supported");
  return -1;
}
#endif
