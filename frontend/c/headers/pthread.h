#ifndef __DROVER_PTHREAD_H
#define __DROVER_PTHREAD_H
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

typedef unsigned long pthread_t;
typedef struct {
  int __detached;
  size_t __stack;
  size_t __guard;
  int __scope;
  int __inherits;
  int __policy;
  struct sched_param __param;
} pthread_attr_t;
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void*)-1)
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_STACK_MIN 16384
#define pthread_equal(a, b) ((a) == (b))

/* Functions that set and get a member of an attribute object; `check` may refuse a value. */
#define __DROVER_SET(object, name, type, member, check)             \
  static inline int object##_set##name(object##_t* a, type value) { \
    check a->member = value;                                        \
    return 0;                                                       \
  }
#define __DROVER_GET(object, name, type, member)                           \
  static inline int object##_get##name(const object##_t* a, type* value) { \
    *value = a->member;                                                    \
    return 0;                                                              \
  }
#define __DROVER_FLAG \
  if (value != 0 && value != 1) return EINVAL;
#define __DROVER_CHOICE \
  if (value < 0 || value > 2) return EINVAL;

/* Attributes. A checked program can observe only the detached state: stacks do not end, every
   schedule is tried, and there is one process. */
static inline int pthread_attr_init(pthread_attr_t* a) {
  a->__detached = 0;
  a->__stack = 8388608;
  a->__guard = 4096;
  a->__scope = 0;
  a->__inherits = 0;
  a->__policy = 0;
  a->__param.sched_priority = 0;
  return 0;
}
static inline int pthread_attr_destroy(pthread_attr_t* a) { return 0; }
__DROVER_SET(pthread_attr, detachstate, int, __detached, __DROVER_FLAG)
__DROVER_GET(pthread_attr, detachstate, int, __detached)
__DROVER_SET(pthread_attr, stacksize, size_t, __stack,
             if (value < PTHREAD_STACK_MIN) return EINVAL;)
__DROVER_GET(pthread_attr, stacksize, size_t, __stack)
__DROVER_SET(pthread_attr, guardsize, size_t, __guard, )
__DROVER_GET(pthread_attr, guardsize, size_t, __guard)
__DROVER_SET(pthread_attr, scope, int, __scope, __DROVER_FLAG)
__DROVER_GET(pthread_attr, scope, int, __scope)
__DROVER_SET(pthread_attr, inheritsched, int, __inherits, __DROVER_FLAG)
__DROVER_GET(pthread_attr, inheritsched, int, __inherits)
__DROVER_SET(pthread_attr, schedpolicy, int, __policy, __DROVER_CHOICE)
__DROVER_GET(pthread_attr, schedpolicy, int, __policy)
static inline int pthread_attr_setschedparam(pthread_attr_t* a, const struct sched_param* param) {
  a->__param.sched_priority = param->sched_priority;
  return 0;
}
static inline int pthread_attr_getschedparam(const pthread_attr_t* a, struct sched_param* param) {
  param->sched_priority = a->__param.sched_priority;
  return 0;
}

/* A thread is a number of 13 bits behind this one (address::FirstThread). */
#define __DROVER_THREADS (1UL << 48 | 0x2b680000UL)
/* The state of each thread: 1 is joined, 2 is detached. Both are possible only once. */
#define __DROVER_CLAIMS 1024
static _Atomic(int) __drover_claims[__DROVER_CLAIMS];
static inline void __drover_claim_thread(pthread_t thread, int how) {
  unsigned long at = thread & 8191;
  if (thread >> 13 != __DROVER_THREADS) return; /* not a thread: joining it reports this */
  if (at >= __DROVER_CLAIMS) __drover_misuse("detaching is not followed with so many threads");
  int before = __atomic_exchange_n(&__drover_claims[at], how, 0);
  if (before == 2 && how == 1) __drover_bad_thread("joining a thread that has been detached");
  if (before == 2 && how == 2) __drover_bad_thread("detaching a thread that has been detached");
  if (before == 1 && how == 2) __drover_bad_thread("detaching a thread that has been joined");
}
static inline int pthread_detach(pthread_t thread) {
  if (thread >> 13 != __DROVER_THREADS) __drover_bad_thread("detaching what is not a thread");
  __drover_claim_thread(thread, 2);
  return 0;
}
static inline void __drover_note_created(pthread_t thread, const pthread_attr_t* a) {
  if (a) {
    if (a->__detached) __drover_claim_thread(thread, 2);
  }
}

/* Handlers of pthread_cleanup_push, the last first. */
struct __drover_handler {
  void (*__function)(void*);
  void* __argument;
  struct __drover_handler* __next;
};
static _Thread_local struct __drover_handler* __drover_handlers;
#define pthread_cleanup_push(function, argument)                                     \
  do {                                                                               \
    struct __drover_handler __handler = {(function), (argument), __drover_handlers}; \
  __drover_push_handler(&__handler)
#define pthread_cleanup_pop(execute)                       \
  __drover_handlers = __handler.__next;                    \
  if (execute) __handler.__function(__handler.__argument); \
  }                                                        \
  while (0)
static inline void __drover_push_handler(struct __drover_handler* handler) {
  __drover_handlers = handler;
}
static inline void __drover_run_handlers(void) {
  while (__drover_handlers != NULL) {
    struct __drover_handler* last = __drover_handlers;
    __drover_handlers = last->__next;
    last->__function(last->__argument);
  }
}

/* Cancellation acts where a thread waits, sleeps, or calls pthread_testcancel. */
static _Atomic(int) __drover_cancelled[__DROVER_CLAIMS];
static _Atomic(int) __drover_ended[__DROVER_CLAIMS];
static _Thread_local int __drover_cancel_state;
static _Thread_local int __drover_cancel_type;
static inline int pthread_cancel(pthread_t thread) {
  unsigned long at = thread & 8191;
  if (thread >> 13 != __DROVER_THREADS) __drover_bad_thread("cancelling what is not a thread");
  if (at >= __DROVER_CLAIMS) __drover_misuse("cancelling is not followed with so many threads");
  if (__atomic_load_n(&__drover_claims[at], 0) == 1)
    __drover_bad_thread("cancelling a thread that has been joined");
  __atomic_store_n(&__drover_cancelled[at], 1, 3);
  return 0;
}
static inline int pthread_setcancelstate(int state, int* old) {
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (old) *old = __drover_cancel_state;
  __drover_cancel_state = state;
  return 0;
}
static inline int __drover_may_be_cancelled(void) {
  return __drover_cancel_state == PTHREAD_CANCEL_ENABLE;
}
static inline int __drover_is_cancelled(void) {
  return __atomic_load_n(&__drover_cancelled[__VERIFIER_tid()], 2);
}
static inline void __drover_act_on_cancellation(void) {
  __drover_cancel_state = PTHREAD_CANCEL_DISABLE;
  pthread_exit(PTHREAD_CANCELED);
}
static inline void __drover_cancellation_point(void) {
  if (__drover_may_be_cancelled() && __drover_is_cancelled()) __drover_act_on_cancellation();
}
static inline void pthread_testcancel(void) {
  if (__drover_is_mentioned(pthread_cancel)) __drover_cancellation_point();
}
/* Asynchronous cancellation acts here, before each statement of the program. */
static inline void __drover_between_statements(void) {
  if (__drover_cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) __drover_cancellation_point();
}
static inline int pthread_setcanceltype(int type, int* old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old) *old = __drover_cancel_type;
  __drover_cancel_type = type;
  if (__drover_is_mentioned(pthread_cancel)) __drover_between_statements();
  return 0;
}
static inline void __drover_note_end(void) {
  __atomic_store_n(&__drover_ended[__VERIFIER_tid()], 1, 3);
}
/* A thread that waits for another one may be cancelled. */
static inline void __drover_join_point(pthread_t thread) {
  unsigned long at = thread & 8191;
  if (!__drover_may_be_cancelled()) return;
  if (thread >> 13 != __DROVER_THREADS || at >= __DROVER_CLAIMS) return;
  if (__drover_is_cancelled()) __drover_act_on_cancellation();
  while (!__atomic_load_n(&__drover_ended[at], 2)) {
    if (__drover_is_cancelled()) __drover_act_on_cancellation();
  }
}

#define __DROVER_REFUSE_DESTROYED(destroy, state, doing)                    \
  if (__drover_is_mentioned(destroy)) {                                     \
    if (state == -1) __drover_bad_memory(doing " that has been destroyed"); \
  }
/* Locks and tries to lock an object without kinds. */
#define __DROVER_LOCK(lock, destroy, what)                             \
  if (__drover_is_mentioned(destroy)) {                                \
    if (__drover_lock_or(&lock->__state, __drover_self(), -1) == -1)   \
      __drover_bad_memory("locking " what " that has been destroyed"); \
  } else {                                                             \
    __drover_lock(&lock->__state, 0, __drover_self());                 \
  }                                                                    \
  return 0
#define __DROVER_TRY_LOCK(lock, destroy, what)                                                \
  long seen = 0;                                                                              \
  if (__atomic_compare_exchange_n(&lock->__state, &seen, __drover_self(), 0, 2, 0)) return 0; \
  __DROVER_REFUSE_DESTROYED(destroy, seen, "locking " what)                                   \
  return EBUSY

/* A free lock is 0, a held lock is the value of __drover_self() in its owner, a destroyed lock
   is -1. A free recursive mutex is 1, a free error-checking mutex is 2; the same number is added
   to the owner. */
static inline void __drover_has_kinds(void) {}
typedef struct {
  _Atomic(long) __state;
  int __depth;  /* of a recursive mutex: additional locks */
  int __robust; /* 0: it is not; 1; 2: the owner has ended; 3: it cannot be used any more */
} pthread_mutex_t;
typedef struct {
  int __kind;
  int __shared;
  int __protocol;
  int __robust;
  int __ceiling;
} pthread_mutexattr_t;
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_MUTEX_INITIALIZER \
  { 0, 0, 0 }
static inline int pthread_mutexattr_init(pthread_mutexattr_t* a) {
  a->__kind = 0;
  a->__shared = 0;
  a->__protocol = 0;
  a->__robust = 0;
  a->__ceiling = 0;
  return 0;
}
static inline int pthread_mutexattr_destroy(pthread_mutexattr_t* a) { return 0; }
__DROVER_SET(pthread_mutexattr, type, int, __kind, __drover_has_kinds(); __DROVER_CHOICE)
__DROVER_GET(pthread_mutexattr, type, int, __kind)
__DROVER_SET(pthread_mutexattr, pshared, int, __shared, __DROVER_FLAG)
__DROVER_GET(pthread_mutexattr, pshared, int, __shared)
__DROVER_SET(pthread_mutexattr, protocol, int, __protocol, __DROVER_CHOICE)
__DROVER_GET(pthread_mutexattr, protocol, int, __protocol)
__DROVER_SET(pthread_mutexattr, robust, int, __robust, __DROVER_FLAG)
__DROVER_GET(pthread_mutexattr, robust, int, __robust)
__DROVER_SET(pthread_mutexattr, prioceiling, int, __ceiling, )
__DROVER_GET(pthread_mutexattr, prioceiling, int, __ceiling)
static inline int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  int kind = 0;
  if (__drover_is_mentioned(__drover_has_kinds)) {
    if (a) kind = a->__kind;
    m->__depth = 0;
  }
  if (__drover_is_mentioned(pthread_mutexattr_setrobust)) {
    m->__robust = 0;
    if (a) m->__robust = a->__robust;
  }
  *(long*)&m->__state = kind; /* non-atomic: a concurrent use is a race */
  return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t* m) {
  long state = *(long*)&m->__state;
  if (state > 2) __drover_misuse("destroying a mutex that is held");
  if (state == -1) __drover_bad_memory("destroying a mutex that has been destroyed");
  *(long*)&m->__state = -1;
  return 0;
}
/* The robust mutexes that this thread holds. */
#define __DROVER_MOST_ROBUST 4
static _Thread_local pthread_mutex_t* __drover_robust[__DROVER_MOST_ROBUST];
static inline void __drover_replace_robust(pthread_mutex_t* old, pthread_mutex_t* new) {
  for (int i = 0; i < __DROVER_MOST_ROBUST; i++) {
    if (__drover_robust[i] == old) {
      __drover_robust[i] = new;
      return;
    }
  }
  __drover_misuse("a thread that holds more than four robust mutexes is not followed");
}
/* What a call that has locked a mutex returns. */
static inline int __drover_locked(pthread_mutex_t* m) {
  if (m->__robust == 0) return 0;
  if (m->__robust == 3) {
    __atomic_store_n(&m->__state, __atomic_load_n(&m->__state, 0) & 3, 3);
    return ENOTRECOVERABLE;
  }
  __drover_replace_robust(NULL, m);
  return m->__robust == 2 ? EOWNERDEAD : 0;
}
static inline void __drover_unlock_robust(pthread_mutex_t* m) {
  if (m->__robust == 0) return;
  if (m->__robust == 2) m->__robust = 3;
  __drover_replace_robust(m, NULL);
}
static inline int pthread_mutex_consistent(pthread_mutex_t* m) {
  if (m->__robust != 2) return EINVAL;
  m->__robust = 1;
  return 0;
}
static inline void __drover_leave_robust(void) {
  for (int i = 0; i < __DROVER_MOST_ROBUST; i++) {
    pthread_mutex_t* held = __drover_robust[i];
    if (held == NULL) continue;
    held->__robust = 2;
    if (__drover_is_mentioned(__drover_has_kinds)) {
      held->__depth = 0;
      __atomic_store_n(&held->__state, __atomic_load_n(&held->__state, 0) & 3, 3);
    } else {
      __atomic_store_n(&held->__state, 0, 3);
    }
  }
}
static inline int pthread_mutex_lock(pthread_mutex_t* m) {
  long self = __drover_self();
  if (__drover_is_mentioned(__drover_has_kinds)) {
    long seen = __drover_lock_kind(&m->__state, self);
    if (seen == -1) __drover_bad_memory("locking a mutex that has been destroyed");
    if (seen == self + 2) return EDEADLK;
    if (seen == self + 1) {
      m->__depth = m->__depth + 1;
      return 0;
    }
  } else if (__drover_is_mentioned(pthread_mutex_destroy)) {
    if (__drover_lock_or(&m->__state, self, -1) == -1)
      __drover_bad_memory("locking a mutex that has been destroyed");
  } else {
    __drover_lock(&m->__state, 0, self);
  }
  if (__drover_is_mentioned(pthread_mutexattr_setrobust)) return __drover_locked(m);
  return 0;
}
static inline int pthread_mutex_trylock(pthread_mutex_t* m) {
  long self = __drover_self();
  long seen = 0;
  if (__drover_is_mentioned(__drover_has_kinds)) {
    seen = __atomic_load_n(&m->__state, 0);
    if (seen == self + 1) {
      m->__depth = m->__depth + 1;
      return 0;
    }
    if (seen > 2) return EBUSY;
  }
  if (__atomic_compare_exchange_n(&m->__state, &seen, self + seen, 0, 2, 0)) {
    __DROVER_REFUSE_DESTROYED(__drover_has_kinds, seen, "locking a mutex")
    if (__drover_is_mentioned(pthread_mutexattr_setrobust)) return __drover_locked(m);
    return 0;
  }
  __DROVER_REFUSE_DESTROYED(pthread_mutex_destroy, seen, "locking a mutex")
  return EBUSY;
}
/* If the time of a wait is not over, the execution without an end of it is left out: it goes on as
   another one in which it is. */
#define __DROVER_CHECK_TIME(time) \
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return EINVAL;
static inline int pthread_mutex_timedlock(pthread_mutex_t* m, const struct timespec* time) {
  long self = __drover_self();
  if (__drover_times_out()) {
    long seen = __atomic_load_n(&m->__state, 0);
    __VERIFIER_assume(seen > 2 && seen != self + 1);
    if (seen == self + 2) return EDEADLK;
    __DROVER_CHECK_TIME(time)
    return ETIMEDOUT;
  }
  int result = pthread_mutex_trylock(m);
  __VERIFIER_assume(result != EBUSY);
  return result;
}
static inline int pthread_mutex_unlock(pthread_mutex_t* m) {
  long self = __drover_self();
  long seen = __atomic_load_n(&m->__state, 0);
  if (__drover_is_mentioned(__drover_has_kinds)) {
    if (seen == self + 1 && m->__depth > 0) {
      m->__depth = m->__depth - 1;
      return 0;
    }
    if (seen == self + 1 || seen == self + 2) {
      if (__drover_is_mentioned(pthread_mutexattr_setrobust)) __drover_unlock_robust(m);
      __atomic_store_n(&m->__state, seen & 3, 3);
      return 0;
    }
    if (seen != -1 && (seen & 3) != 0) return EPERM;
  }
  if (seen != self) {
    if (seen == 0) __drover_misuse("unlocking a mutex that is not held");
    __DROVER_REFUSE_DESTROYED(pthread_mutex_destroy, seen, "unlocking a mutex")
    __drover_misuse("unlocking a mutex that another thread holds");
  }
  if (__drover_is_mentioned(pthread_mutexattr_setrobust)) __drover_unlock_robust(m);
  __atomic_store_n(&m->__state, 0, 3);
  return 0;
}

typedef struct {
  _Atomic(long) __state;
} pthread_spinlock_t;
static inline int pthread_spin_init(pthread_spinlock_t* l, int shared) {
  *(long*)&l->__state = 0;
  return 0;
}
static inline int pthread_spin_destroy(pthread_spinlock_t* l) {
  long state = *(long*)&l->__state;
  if (state > 0) __drover_misuse("destroying a spin lock that is held");
  if (state == -1) __drover_bad_memory("destroying a spin lock that has been destroyed");
  *(long*)&l->__state = -1;
  return 0;
}
static inline int pthread_spin_lock(pthread_spinlock_t* l) {
  __DROVER_LOCK(l, pthread_spin_destroy, "a spin lock");
}
static inline int pthread_spin_trylock(pthread_spinlock_t* l) {
  __DROVER_TRY_LOCK(l, pthread_spin_destroy, "a spin lock");
}
static inline int pthread_spin_unlock(pthread_spinlock_t* l) {
  long seen = __atomic_load_n(&l->__state, 0);
  if (seen != __drover_self()) {
    if (seen == 0) __drover_misuse("unlocking a spin lock that is not held");
    __DROVER_REFUSE_DESTROYED(pthread_spin_destroy, seen, "unlocking a spin lock")
    __drover_misuse("unlocking a spin lock that another thread holds");
  }
  __atomic_store_n(&l->__state, 0, 3);
  return 0;
}

/* Barriers. A thread that has passed a barrier may destroy it while other threads still leave it:
   they read a separate object that stays allocated. */
struct __drover_rounds {
  _Atomic(int) __left;  /* threads still missing in this round */
  _Atomic(int) __round; /* number of the round */
  int __count;
};
typedef struct {
  struct __drover_rounds* __rounds; /* null: not initialised */
  int __is_destroyed;
} pthread_barrier_t;
typedef struct {
  int __shared;
} pthread_barrierattr_t;
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
static inline int pthread_barrierattr_init(pthread_barrierattr_t* a) {
  a->__shared = 0;
  return 0;
}
static inline int pthread_barrierattr_destroy(pthread_barrierattr_t* a) { return 0; }
__DROVER_SET(pthread_barrierattr, pshared, int, __shared, __DROVER_FLAG)
__DROVER_GET(pthread_barrierattr, pshared, int, __shared)
static inline int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* a,
                                       unsigned count) {
  if (count == 0) __drover_misuse("a barrier for zero threads");
  struct __drover_rounds* rounds = __drover_allocate_forever(sizeof(struct __drover_rounds));
  *(int*)&rounds->__left = (int)count;
  *(int*)&rounds->__round = 0;
  rounds->__count = (int)count;
  b->__rounds = rounds;
  if (__drover_is_mentioned(pthread_barrier_destroy)) b->__is_destroyed = 0;
  return 0;
}
static inline int pthread_barrier_destroy(pthread_barrier_t* b) {
  struct __drover_rounds* rounds = b->__rounds;
  if (rounds == NULL) __drover_bad_memory("destroying a barrier that has not been initialised");
  if (b->__is_destroyed) __drover_bad_memory("destroying a barrier that has been destroyed");
  if (*(int*)&rounds->__left != rounds->__count)
    __drover_misuse("destroying a barrier at which a thread waits");
  b->__is_destroyed = 1;
  return 0;
}
static inline int pthread_barrier_wait(pthread_barrier_t* b) {
  struct __drover_rounds* rounds = b->__rounds;
  if (rounds == NULL) __drover_bad_memory("waiting at a barrier that has not been initialised");
  if (__drover_is_mentioned(pthread_barrier_destroy)) {
    if (b->__is_destroyed) __drover_bad_memory("waiting at a barrier that has been destroyed");
  }
  int round = __atomic_load_n(&rounds->__round, 0);
  if (__atomic_fetch_sub(&rounds->__left, 1, 4) == 1) {
    __atomic_store_n(&rounds->__left, rounds->__count, 0);
    __atomic_store_n(&rounds->__round, round + 1, 3);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  __drover_wait_while(&rounds->__round, round);
  return 0;
}

typedef struct {
  _Atomic(int) __state; /* 1: the function runs, 2: it has returned */
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

/* Condition variables: a list of the waiting threads, the newest first. Each thread waits for a
   cell of its own to become 1; until then the cell links to the next thread. So a woken thread does
   not need the condition variable any more. The head of the list is 1 while the list is changed,
   and -1 after the condition variable is destroyed. */
typedef struct {
  _Atomic(unsigned long) __waiting;
} pthread_cond_t;
typedef struct {
  int __shared;
  int __clock;
} pthread_condattr_t;
#define PTHREAD_COND_INITIALIZER \
  { 0 }
#define __DROVER_CELL(address) ((_Atomic(unsigned long)*)(address))
static inline int pthread_condattr_init(pthread_condattr_t* a) {
  a->__shared = 0;
  a->__clock = 0;
  return 0;
}
static inline int pthread_condattr_destroy(pthread_condattr_t* a) { return 0; }
__DROVER_SET(pthread_condattr, pshared, int, __shared, __DROVER_FLAG)
__DROVER_GET(pthread_condattr, pshared, int, __shared)
/* There is no clock: which one is meant has no effect. */
__DROVER_SET(pthread_condattr, clock, int, __clock,
             if (value != CLOCK_REALTIME && value != CLOCK_MONOTONIC) return EINVAL;)
__DROVER_GET(pthread_condattr, clock, int, __clock)
static inline int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) {
  *(unsigned long*)&c->__waiting = 0;
  return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t* c) {
  unsigned long first = *(unsigned long*)&c->__waiting;
  if (first == -1UL) __drover_bad_memory("destroying a condition variable that has been destroyed");
  if (first != 0) __drover_misuse("destroying a condition variable at which a thread waits");
  *(unsigned long*)&c->__waiting = -1UL;
  return 0;
}
/* Waits for the own cell. A thread that is cancelled there takes its cell out of the list. Without
   an end of a wait for a time, the execution is left out. */
static inline void __drover_wait_for(pthread_cond_t* c, _Atomic(unsigned long)* woken,
                                     pthread_mutex_t* m, int has_time) {
  if (__drover_is_mentioned(pthread_cancel)) {
    if (__drover_may_be_cancelled()) {
      if (has_time) {
        __VERIFIER_assume(__atomic_load_n(woken, 2) == 1 || __drover_is_cancelled());
      } else {
        while (__atomic_load_n(woken, 2) != 1 && !__drover_is_cancelled())
          ;
      }
      if (__atomic_load_n(woken, 2) == 1) return;
      unsigned long first = __drover_claim(&c->__waiting, 1);
      unsigned long next = __atomic_load_n(woken, 0);
      if (next == 1) {
        __atomic_store_n(&c->__waiting, first, 3);
        return;
      }
      if (first == (unsigned long)woken) {
        first = next;
      } else {
        unsigned long before = first;
        while (__atomic_load_n(__DROVER_CELL(before), 0) != (unsigned long)woken)
          before = __atomic_load_n(__DROVER_CELL(before), 0);
        __atomic_store_n(__DROVER_CELL(before), next, 0);
      }
      __atomic_store_n(&c->__waiting, first, 3);
      pthread_mutex_lock(m);
      __drover_act_on_cancellation();
    }
  }
  if (has_time) {
    __VERIFIER_assume(__atomic_load_n(woken, 2) == 1);
  } else {
    __drover_wait_until(woken, 1);
  }
}
static inline void __drover_wait_at(pthread_cond_t* c, pthread_mutex_t* m, int has_time) {
  _Atomic(unsigned long) woken;
  unsigned long next = __drover_claim(&c->__waiting, 1);
  __DROVER_REFUSE_DESTROYED(pthread_cond_destroy, next, "waiting at a condition variable")
  __atomic_store_n(&woken, next, 0);
  __atomic_store_n(&c->__waiting, (unsigned long)&woken, 3);
  pthread_mutex_unlock(m);
  __drover_wait_for(c, &woken, m, has_time);
}
static inline int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  pthread_testcancel();
  if (__drover_wakes_spuriously()) {
    pthread_mutex_unlock(m);
  } else {
    __drover_wait_at(c, m, 0);
  }
  if (__drover_is_mentioned(pthread_mutexattr_setrobust)) return pthread_mutex_lock(m);
  pthread_mutex_lock(m);
  return 0;
}
static inline int pthread_cond_timedwait(pthread_cond_t* c, pthread_mutex_t* m,
                                         const struct timespec* time) {
  __DROVER_CHECK_TIME(time)
  pthread_testcancel();
  int result = 0;
  if (__drover_times_out()) {
    pthread_mutex_unlock(m);
    result = ETIMEDOUT;
  } else if (__drover_wakes_spuriously()) {
    pthread_mutex_unlock(m);
  } else {
    __drover_wait_at(c, m, 1);
  }
  if (__drover_is_mentioned(pthread_mutexattr_setrobust)) {
    int locked = pthread_mutex_lock(m);
    return locked ? locked : result;
  }
  pthread_mutex_lock(m);
  return result;
}
/* Wakes any waiting thread. */
static inline int pthread_cond_signal(pthread_cond_t* c) {
  unsigned long first = __atomic_load_n(&c->__waiting, 2);
  if (first == 0) return 0;
  first = __drover_claim(&c->__waiting, 1);
  __DROVER_REFUSE_DESTROYED(pthread_cond_destroy, first, "signalling a condition variable")
  if (first == 0) {
    __atomic_store_n(&c->__waiting, 0, 3);
    return 0;
  }
  unsigned long before = 0;
  unsigned long woken = first;
  unsigned long next = __atomic_load_n(__DROVER_CELL(woken), 0);
  while (next != 0) {
    if (__drover_nondet(0, 1)) break;
    before = woken;
    woken = next;
    next = __atomic_load_n(__DROVER_CELL(woken), 0);
  }
  if (before == 0) {
    first = next;
  } else {
    __atomic_store_n(__DROVER_CELL(before), next, 0);
  }
  __atomic_store_n(&c->__waiting, first, 3);
  __atomic_store_n(__DROVER_CELL(woken), 1, 3);
  return 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t* c) {
  unsigned long woken = __atomic_load_n(&c->__waiting, 2);
  if (woken == 0) return 0;
  woken = __drover_claim(&c->__waiting, 0);
  __DROVER_REFUSE_DESTROYED(pthread_cond_destroy, woken, "signalling a condition variable")
  while (woken != 0) {
    unsigned long next = __atomic_load_n(__DROVER_CELL(woken), 0);
    __atomic_store_n(__DROVER_CELL(woken), 1, 3);
    woken = next;
  }
  return 0;
}

/* Read-write locks: the number of readers, or the writer; a destroyed lock is -1. */
typedef struct {
  _Atomic(long) __state;
} pthread_rwlock_t;
typedef struct {
  int __shared;
} pthread_rwlockattr_t;
#define PTHREAD_RWLOCK_INITIALIZER \
  { 0 }
#define __DROVER_READERS 4294967295
static inline int pthread_rwlockattr_init(pthread_rwlockattr_t* a) {
  a->__shared = 0;
  return 0;
}
static inline int pthread_rwlockattr_destroy(pthread_rwlockattr_t* a) { return 0; }
__DROVER_SET(pthread_rwlockattr, pshared, int, __shared, __DROVER_FLAG)
__DROVER_GET(pthread_rwlockattr, pshared, int, __shared)
static inline int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) {
  *(long*)&l->__state = 0;
  return 0;
}
static inline int pthread_rwlock_destroy(pthread_rwlock_t* l) {
  long state = *(long*)&l->__state;
  if (state == -1) __drover_bad_memory("destroying a read-write lock that has been destroyed");
  if (state != 0) __drover_misuse("destroying a read-write lock that is held");
  *(long*)&l->__state = -1;
  return 0;
}
static inline int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  long state = __drover_lock_shared(&l->__state);
  __DROVER_REFUSE_DESTROYED(pthread_rwlock_destroy, state, "locking a read-write lock")
  __drover_hold(l);
  return 0;
}
static inline int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  __DROVER_LOCK(l, pthread_rwlock_destroy, "a read-write lock");
}
static inline int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  long state = __atomic_load_n(&l->__state, 0);
  while (state >= 0 && state <= __DROVER_READERS) {
    if (__atomic_compare_exchange_n(&l->__state, &state, state + 1, 0, 2, 0)) {
      __drover_hold(l);
      return 0;
    }
  }
  __DROVER_REFUSE_DESTROYED(pthread_rwlock_destroy, state, "locking a read-write lock")
  return EBUSY;
}
static inline int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  __DROVER_TRY_LOCK(l, pthread_rwlock_destroy, "a read-write lock");
}
static inline int pthread_rwlock_timedrdlock(pthread_rwlock_t* l, const struct timespec* time) {
  if (__drover_times_out()) {
    __VERIFIER_assume(__atomic_load_n(&l->__state, 0) > __DROVER_READERS);
    __DROVER_CHECK_TIME(time)
    return ETIMEDOUT;
  }
  int result = pthread_rwlock_tryrdlock(l);
  __VERIFIER_assume(result == 0);
  return 0;
}
static inline int pthread_rwlock_timedwrlock(pthread_rwlock_t* l, const struct timespec* time) {
  if (__drover_times_out()) {
    __VERIFIER_assume(__atomic_load_n(&l->__state, 0) > 0);
    __DROVER_CHECK_TIME(time)
    return ETIMEDOUT;
  }
  int result = pthread_rwlock_trywrlock(l);
  __VERIFIER_assume(result == 0);
  return 0;
}
static inline int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  long state = __atomic_load_n(&l->__state, 0);
  if (state == __drover_self()) {
    __atomic_store_n(&l->__state, 0, 3);
    return 0;
  }
  if (state == 0) __drover_misuse("unlocking a read-write lock that is not held");
  __DROVER_REFUSE_DESTROYED(pthread_rwlock_destroy, state, "unlocking a read-write lock")
  if (state > __DROVER_READERS)
    __drover_misuse("unlocking a read-write lock that another thread holds");
  if (!__drover_release(l)) __drover_misuse("unlocking a read-write lock that other threads hold");
  __atomic_fetch_sub(&l->__state, 1, 3);
  return 0;
}

/* Thread-specific data. A key whose destructor is null has none. */
typedef unsigned pthread_key_t;
#define PTHREAD_KEYS_MAX 8
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
static _Atomic(unsigned) __drover_keys;
static _Atomic(unsigned long) __drover_destructors[PTHREAD_KEYS_MAX];
static _Thread_local void* __drover_specific[PTHREAD_KEYS_MAX];
static inline int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  unsigned made = __atomic_fetch_add(&__drover_keys, 1, 4);
  if (made >= PTHREAD_KEYS_MAX) return EAGAIN;
  __atomic_store_n(&__drover_destructors[made], (unsigned long)destructor, 3);
  *key = made;
  return 0;
}
static inline int pthread_key_delete(pthread_key_t key) {
  if (key >= PTHREAD_KEYS_MAX) return EINVAL;
  __atomic_store_n(&__drover_destructors[key], 0, 3);
  return 0;
}
static inline int pthread_setspecific(pthread_key_t key, const void* value) {
  if (key >= PTHREAD_KEYS_MAX) return EINVAL;
  __drover_specific[key] = (void*)value;
  return 0;
}
static inline void* pthread_getspecific(pthread_key_t key) {
  if (key >= PTHREAD_KEYS_MAX) return NULL;
  return __drover_specific[key];
}
static inline void __drover_run_destructors(void) {
  int again = 1;
  for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = 0;
    for (unsigned i = 0; i < PTHREAD_KEYS_MAX; i++) {
      void* value = __drover_specific[i];
      if (value == NULL) continue;
      void (*destructor)(void*) = (void (*)(void*))__atomic_load_n(&__drover_destructors[i], 2);
      if (destructor == NULL) continue;
      __drover_specific[i] = NULL;
      destructor(value);
      again = 1;
    }
  }
}
#endif
