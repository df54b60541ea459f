#ifndef __DROVER_PTHREAD_H
#define __DROVER_PTHREAD_H
#include <errno.h>
#include <sched.h>
#include <stddef.h>

typedef unsigned long pthread_t;
typedef struct {
  int __detached;
} pthread_attr_t;
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define pthread_attr_init(a) ((void)(a), 0)
#define pthread_attr_destroy(a) ((void)(a), 0)
#define pthread_attr_setdetachstate(a, s) ((void)(a), (void)(s), 0)
#define pthread_attr_setstacksize(a, s) ((void)(a), (void)(s), 0)
#define pthread_equal(a, b) ((a) == (b))
#define pthread_detach(t) ((void)(t), 0)

/* Mutexes: 0 is free, 1 is held; a destroyed one is -1. A recursive or checking one has a kind. */
typedef struct {
  _Atomic(int) __state;
  int __kind;
  _Atomic(unsigned long) __owner; /* looked at without the mutex */
  int __depth;
} pthread_mutex_t;
typedef struct {
  int __kind;
} pthread_mutexattr_t;
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_INITIALIZER \
  { 0, 0, 0, 0 }
#define pthread_mutexattr_init(a) ((a)->__kind = 0, 0)
#define pthread_mutexattr_destroy(a) ((void)(a), 0)
static inline int pthread_mutexattr_settype(pthread_mutexattr_t* a, int kind) {
  a->__kind = kind;
  return 0;
}
static inline int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  __atomic_store_n(&m->__state, 0, 0);
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    m->__kind = a ? a->__kind : 0;
    __atomic_store_n(&m->__owner, 0, 0);
    m->__depth = 0;
  }
  return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t* m) {
  if (__atomic_load_n(&m->__state, 0) == 1) __drover_misuse("destroying a mutex that is held");
  __atomic_store_n(&m->__state, -1, 0);
  return 0;
}
static inline int pthread_mutex_lock(pthread_mutex_t* m) {
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    if (m->__kind != 0 && __atomic_load_n(&m->__owner, 0) == pthread_self()) {
      if (m->__kind == 2) return EDEADLK;
      m->__depth = m->__depth + 1;
      return 0;
    }
  }
  __drover_lock(&m->__state, 0, 1);
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    if (m->__kind != 0) {
      __atomic_store_n(&m->__owner, pthread_self(), 0);
      m->__depth = 1;
    }
  }
  return 0;
}
static inline int pthread_mutex_trylock(pthread_mutex_t* m) {
  int free = 0;
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    if (m->__kind == 1 && __atomic_load_n(&m->__owner, 0) == pthread_self()) {
      m->__depth = m->__depth + 1;
      return 0;
    }
  }
  if (!__atomic_compare_exchange_n(&m->__state, &free, 1, 0, 2, 0)) return EBUSY;
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    if (m->__kind != 0) {
      __atomic_store_n(&m->__owner, pthread_self(), 0);
      m->__depth = 1;
    }
  }
  return 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t* m) {
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    if (m->__kind != 0) {
      if (__atomic_load_n(&m->__owner, 0) != pthread_self()) {
        if (m->__kind == 2) return EPERM;
        __drover_misuse("unlocking a mutex that another thread holds, or none");
      }
      m->__depth = m->__depth - 1;
      if (m->__depth > 0) return 0;
      __atomic_store_n(&m->__owner, 0, 0);
    }
  }
  if (__atomic_load_n(&m->__state, 0) != 1) __drover_misuse("unlocking a mutex that is not held");
  __atomic_store_n(&m->__state, 0, 3);
  return 0;
}

typedef struct {
  _Atomic(int) __state;
} pthread_spinlock_t;
static inline int pthread_spin_init(pthread_spinlock_t* l, int shared) {
  __atomic_store_n(&l->__state, 0, 0);
  return 0;
}
#define pthread_spin_destroy(l) ((void)(l), 0)
static inline int pthread_spin_lock(pthread_spinlock_t* l) {
  __drover_lock(&l->__state, 0, 1);
  return 0;
}
static inline int pthread_spin_trylock(pthread_spinlock_t* l) {
  int free = 0;
  return __atomic_compare_exchange_n(&l->__state, &free, 1, 0, 2, 0) ? 0 : EBUSY;
}
static inline int pthread_spin_unlock(pthread_spinlock_t* l) {
  if (__atomic_load_n(&l->__state, 0) != 1)
    __drover_misuse("unlocking a spin lock that is not held");
  __atomic_store_n(&l->__state, 0, 3);
  return 0;
}

/* Barriers: how many have yet to come in this round, and which round it is. */
typedef struct {
  _Atomic(int) __left;
  _Atomic(int) __round;
  int __count;
} pthread_barrier_t;
typedef struct {
  int __unused;
} pthread_barrierattr_t;
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
static inline int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a,
                                       unsigned count) {
  if (count == 0) __drover_misuse("a barrier for no thread");
  __atomic_store_n(&b->__left, (int)count, 0);
  __atomic_store_n(&b->__round, 0, 0);
  b->__count = (int)count;
  return 0;
}
#define pthread_barrier_destroy(b) ((void)(b), 0)
static inline int pthread_barrier_wait(pthread_barrier_t* b) {
  int round = __atomic_load_n(&b->__round, 0);
  if (__atomic_fetch_sub(&b->__left, 1, 4) == 1) {
    __atomic_store_n(&b->__left, b->__count, 0);
    __atomic_store_n(&b->__round, round + 1, 3);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  __drover_wait_while(&b->__round, round);
  return 0;
}

typedef struct {
  _Atomic(int) __state; /* 1: it is being done, 2: it has been done */
} pthread_once_t;
#define PTHREAD_ONCE_INIT \
  { 0 }
static inline int pthread_once(pthread_once_t* once, void (*function)(void)) {
  int state = 0;
  if (__atomic_compare_exchange_n(&once->__state, &state, 1, 0, 2, 2)) {
    function();
    __atomic_store_n(&once->__state, 2, 3);
  } else if (state != 2) {
    __drover_wait_until(&once->__state, 2);
  }
  return 0;
}

/* Their functions are not supported: what calls one is refused by its name. */
typedef struct {
  int __unused;
} pthread_cond_t;
typedef struct {
  int __unused;
} pthread_condattr_t;
typedef struct {
  int __unused;
} pthread_rwlock_t;
typedef struct {
  int __unused;
} pthread_rwlockattr_t;
typedef unsigned pthread_key_t;
#define PTHREAD_COND_INITIALIZER \
  { 0 }
#define PTHREAD_RWLOCK_INITIALIZER \
  { 0 }
#endif
