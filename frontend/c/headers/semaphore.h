#ifndef __DROVER_SEMAPHORE_H
#define __DROVER_SEMAPHORE_H
#include <errno.h>
#include <time.h>

/* Semaphores: the number of threads that may pass; a destroyed semaphore is -1. */
typedef struct {
  _Atomic(int) __count;
} sem_t;
#define SEM_VALUE_MAX 2147483647
static inline int sem_init(sem_t* s, int shared, unsigned value) {
  if (value > SEM_VALUE_MAX) __drover_misuse("a semaphore that begins above SEM_VALUE_MAX");
  *(int*)&s->__count = (int)value; /* non-atomic: a concurrent use is a race */
  return 0;
}
static inline int sem_destroy(sem_t* s) {
  if (*(int*)&s->__count < 0) __drover_bad_memory("destroying a semaphore that has been destroyed");
  *(int*)&s->__count = -1;
  return 0;
}
static inline int __drover_try_take(sem_t* s) {
  int count = __atomic_load_n(&s->__count, 2);
  while (count > 0) {
    if (__atomic_compare_exchange_n(&s->__count, &count, count - 1, 0, 2, 2)) return 1;
  }
  return 0;
}
static inline int sem_wait(sem_t* s) {
  if (__drover_is_mentioned(pthread_cancel)) {
    __drover_cancellation_point();
    if (__drover_may_be_cancelled()) {
      while (!__drover_try_take(s)) __drover_cancellation_point();
      return 0;
    }
  }
  if (__drover_take(&s->__count) < 0)
    __drover_bad_memory("waiting at a semaphore that has been destroyed");
  return 0;
}
static inline int sem_trywait(sem_t* s) {
  if (__drover_try_take(s)) return 0;
  errno = EAGAIN;
  return -1;
}
static inline int sem_timedwait(sem_t* s, const struct timespec* time) {
  if (__drover_is_mentioned(pthread_cancel)) __drover_cancellation_point();
  if (__drover_is_mentioned(sem_destroy)) {
    if (__atomic_load_n(&s->__count, 0) < 0)
      __drover_bad_memory("waiting at a semaphore that has been destroyed");
  }
  if (__drover_times_out()) {
    __VERIFIER_assume(__atomic_load_n(&s->__count, 2) == 0);
    errno = time->tv_nsec < 0 || time->tv_nsec >= 1000000000 ? EINVAL : ETIMEDOUT;
    return -1;
  }
  if (__drover_is_mentioned(pthread_cancel)) {
    if (__drover_may_be_cancelled()) {
      int has_passed = __drover_try_take(s);
      __VERIFIER_assume(has_passed || __drover_is_cancelled());
      if (!has_passed) __drover_act_on_cancellation();
      return 0;
    }
  }
  __VERIFIER_assume(__drover_try_take(s));
  return 0;
}
static inline int sem_post(sem_t* s) {
  if (__atomic_fetch_add(&s->__count, 1, 4) < 0)
    __drover_bad_memory("posting to a semaphore that has been destroyed");
  return 0;
}
static inline int sem_getvalue(sem_t* s, int* value) {
  *value = __atomic_load_n(&s->__count, 0);
  return 0;
}
#endif
