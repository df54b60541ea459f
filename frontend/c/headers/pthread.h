#ifndef __DROVER_PTHREAD_H
#define __DROVER_PTHREAD_H
#include <errno.h>
#include <sched.h>
#include <stddef.h>

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
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_STACK_MIN 16384
#define pthread_equal(a, b) ((a) == (b))

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
static inline int pthread_attr_setdetachstate(pthread_attr_t* a, int state) {
  if (state != 0 && state != 1) return EINVAL;
  a->__detached = state;
  return 0;
}
static inline int pthread_attr_getdetachstate(const pthread_attr_t* a, int* state) {
  *state = a->__detached;
  return 0;
}
static inline int pthread_attr_setstacksize(pthread_attr_t* a, size_t size) {
  if (size < PTHREAD_STACK_MIN) return EINVAL;
  a->__stack = size;
  return 0;
}
static inline int pthread_attr_getstacksize(const pthread_attr_t* a, size_t* size) {
  *size = a->__stack;
  return 0;
}
static inline int pthread_attr_setguardsize(pthread_attr_t* a, size_t size) {
  a->__guard = size;
  return 0;
}
static inline int pthread_attr_getguardsize(const pthread_attr_t* a, size_t* size) {
  *size = a->__guard;
  return 0;
}
static inline int pthread_attr_setscope(pthread_attr_t* a, int scope) {
  if (scope != 0 && scope != 1) return EINVAL;
  a->__scope = scope;
  return 0;
}
static inline int pthread_attr_getscope(const pthread_attr_t* a, int* scope) {
  *scope = a->__scope;
  return 0;
}
static inline int pthread_attr_setinheritsched(pthread_attr_t* a, int inherits) {
  if (inherits != 0 && inherits != 1) return EINVAL;
  a->__inherits = inherits;
  return 0;
}
static inline int pthread_attr_getinheritsched(const pthread_attr_t* a, int* inherits) {
  *inherits = a->__inherits;
  return 0;
}
static inline int pthread_attr_setschedpolicy(pthread_attr_t* a, int policy) {
  if (policy < 0 || policy > 2) return EINVAL;
  a->__policy = policy;
  return 0;
}
static inline int pthread_attr_getschedpolicy(const pthread_attr_t* a, int* policy) {
  *policy = a->__policy;
  return 0;
}
static inline int pthread_attr_setschedparam(pthread_attr_t* a, const struct sched_param* param) {
  a->__param.sched_priority = param->sched_priority;
  return 0;
}
static inline int pthread_attr_getschedparam(const pthread_attr_t* a, struct sched_param* param) {
  param->sched_priority = a->__param.sched_priority;
  return 0;
}

/* The state of each thread: 1 is joined, 2 is detached. Both are possible only once. */
#define __DROVER_CLAIMS 1024
static _Atomic(int) __drover_claims[__DROVER_CLAIMS];
static inline void __drover_claim_thread(pthread_t thread, int how) {
  unsigned long at = thread & 8191;
  if (thread >> 13 != 1UL << 48) return; /* not a thread: joining it reports this */
  if (at >= __DROVER_CLAIMS) __drover_misuse("detaching is not followed with so many threads");
  int before = __atomic_exchange_n(&__drover_claims[at], how, 0);
  if (before == 2 && how == 1) __drover_bad_thread("joining a thread that has been detached");
  if (before == 2 && how == 2) __drover_bad_thread("detaching a thread that has been detached");
  if (before == 1 && how == 2) __drover_bad_thread("detaching a thread that has been joined");
}
static inline int pthread_detach(pthread_t thread) {
  if (thread >> 13 != 1UL << 48) __drover_bad_thread("detaching what is not a thread");
  __drover_claim_thread(thread, 2);
  return 0;
}
static inline void __drover_note_created(pthread_t thread, const pthread_attr_t* a) {
  if (a) {
    if (a->__detached) __drover_claim_thread(thread, 2);
  }
}

/* A free lock is 0, a held lock is the value of __drover_self() in its owner, a destroyed lock
   is -1. A free recursive mutex is 1, a free error-checking mutex is 2; the same number is added
   to the owner. */
static inline void __drover_has_kinds(void) {}
typedef struct {
  _Atomic(long) __state;
  int __depth; /* of a recursive mutex: additional locks */
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
#define PTHREAD_MUTEX_INITIALIZER \
  { 0, 0 }
static inline int pthread_mutexattr_init(pthread_mutexattr_t* a) {
  a->__kind = 0;
  a->__shared = 0;
  a->__protocol = 0;
  a->__robust = 0;
  a->__ceiling = 0;
  return 0;
}
static inline int pthread_mutexattr_destroy(pthread_mutexattr_t* a) { return 0; }
static inline int pthread_mutexattr_settype(pthread_mutexattr_t* a, int kind) {
  __drover_has_kinds();
  if (kind < 0 || kind > 2) return EINVAL;
  a->__kind = kind;
  return 0;
}
static inline int pthread_mutexattr_gettype(const pthread_mutexattr_t* a, int* kind) {
  *kind = a->__kind;
  return 0;
}
static inline int pthread_mutexattr_setpshared(pthread_mutexattr_t* a, int shared) {
  if (shared != 0 && shared != 1) return EINVAL;
  a->__shared = shared;
  return 0;
}
static inline int pthread_mutexattr_getpshared(const pthread_mutexattr_t* a, int* shared) {
  *shared = a->__shared;
  return 0;
}
static inline int pthread_mutexattr_setprotocol(pthread_mutexattr_t* a, int protocol) {
  if (protocol < 0 || protocol > 2) return EINVAL;
  a->__protocol = protocol;
  return 0;
}
static inline int pthread_mutexattr_getprotocol(const pthread_mutexattr_t* a, int* protocol) {
  *protocol = a->__protocol;
  return 0;
}
static inline int pthread_mutex_init(pthread_mutex_t* m, const pthread_mutexattr_t* a) {
  int kind = 0;
  if (__drover_is_mentioned(__drover_has_kinds)) {
    if (a) kind = a->__kind;
    m->__depth = 0;
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
static inline int pthread_mutex_lock(pthread_mutex_t* m) {
  long self = __drover_self();
  if (__drover_is_mentioned(__drover_has_kinds)) {
    long seen = __drover_lock_kind(&m->__state, self);
    if (seen == -1) __drover_bad_memory("locking a mutex that has been destroyed");
    if (seen == self + 2) return EDEADLK;
    if (seen == self + 1) m->__depth = m->__depth + 1;
  } else if (__drover_is_mentioned(pthread_mutex_destroy)) {
    if (__drover_lock_or(&m->__state, self, -1) == -1)
      __drover_bad_memory("locking a mutex that has been destroyed");
  } else {
    __drover_lock(&m->__state, 0, self);
  }
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
    if (__drover_is_mentioned(__drover_has_kinds)) {
      if (seen == -1) __drover_bad_memory("locking a mutex that has been destroyed");
    }
    return 0;
  }
  if (__drover_is_mentioned(pthread_mutex_destroy)) {
    if (seen == -1) __drover_bad_memory("locking a mutex that has been destroyed");
  }
  return EBUSY;
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
      __atomic_store_n(&m->__state, seen & 3, 3);
      return 0;
    }
    if (seen != -1 && (seen & 3) != 0) return EPERM;
  }
  if (seen != self) {
    if (seen == 0) __drover_misuse("unlocking a mutex that is not held");
    if (__drover_is_mentioned(pthread_mutex_destroy)) {
      if (seen == -1) __drover_bad_memory("unlocking a mutex that has been destroyed");
    }
    __drover_misuse("unlocking a mutex that another thread holds");
  }
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
  if (__drover_is_mentioned(pthread_spin_destroy)) {
    if (__drover_lock_or(&l->__state, __drover_self(), -1) == -1)
      __drover_bad_memory("locking a spin lock that has been destroyed");
  } else {
    __drover_lock(&l->__state, 0, __drover_self());
  }
  return 0;
}
static inline int pthread_spin_trylock(pthread_spinlock_t* l) {
  long seen = 0;
  if (__atomic_compare_exchange_n(&l->__state, &seen, __drover_self(), 0, 2, 0)) return 0;
  if (__drover_is_mentioned(pthread_spin_destroy)) {
    if (seen == -1) __drover_bad_memory("locking a spin lock that has been destroyed");
  }
  return EBUSY;
}
static inline int pthread_spin_unlock(pthread_spinlock_t* l) {
  long seen = __atomic_load_n(&l->__state, 0);
  if (seen != __drover_self()) {
    if (seen == 0) __drover_misuse("unlocking a spin lock that is not held");
    if (__drover_is_mentioned(pthread_spin_destroy)) {
      if (seen == -1) __drover_bad_memory("unlocking a spin lock that has been destroyed");
    }
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
static inline int pthread_barrierattr_setpshared(pthread_barrierattr_t* a, int shared) {
  if (shared != 0 && shared != 1) return EINVAL;
  a->__shared = shared;
  return 0;
}
static inline int pthread_barrierattr_getpshared(const pthread_barrierattr_t* a, int* shared) {
  *shared = a->__shared;
  return 0;
}
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
static inline int pthread_condattr_setpshared(pthread_condattr_t* a, int shared) {
  if (shared != 0 && shared != 1) return EINVAL;
  a->__shared = shared;
  return 0;
}
static inline int pthread_condattr_getpshared(const pthread_condattr_t* a, int* shared) {
  *shared = a->__shared;
  return 0;
}
/* No wait has a timeout: the clock has no effect. */
static inline int pthread_condattr_setclock(pthread_condattr_t* a, int clock) {
  a->__clock = clock;
  return 0;
}
static inline int pthread_condattr_getclock(const pthread_condattr_t* a, int* clock) {
  *clock = a->__clock;
  return 0;
}
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
static inline void __drover_wait_at(pthread_cond_t* c, pthread_mutex_t* m) {
  _Atomic(unsigned long) woken;
  unsigned long next = __drover_claim(&c->__waiting, 1);
  if (__drover_is_mentioned(pthread_cond_destroy)) {
    if (next == -1UL)
      __drover_bad_memory("waiting at a condition variable that has been destroyed");
  }
  __atomic_store_n(&woken, next, 0);
  __atomic_store_n(&c->__waiting, (unsigned long)&woken, 3);
  pthread_mutex_unlock(m);
  __drover_wait_until(&woken, 1);
}
static inline int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  if (__drover_wakes_spuriously()) {
    pthread_mutex_unlock(m);
  } else {
    __drover_wait_at(c, m);
  }
  pthread_mutex_lock(m);
  return 0;
}
/* Wakes any waiting thread. */
static inline int pthread_cond_signal(pthread_cond_t* c) {
  unsigned long first = __atomic_load_n(&c->__waiting, 2);
  if (first == 0) return 0;
  first = __drover_claim(&c->__waiting, 1);
  if (__drover_is_mentioned(pthread_cond_destroy)) {
    if (first == -1UL)
      __drover_bad_memory("signalling a condition variable that has been destroyed");
  }
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
  if (__drover_is_mentioned(pthread_cond_destroy)) {
    if (woken == -1UL)
      __drover_bad_memory("signalling a condition variable that has been destroyed");
  }
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
static inline int pthread_rwlockattr_setpshared(pthread_rwlockattr_t* a, int shared) {
  if (shared != 0 && shared != 1) return EINVAL;
  a->__shared = shared;
  return 0;
}
static inline int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t* a, int* shared) {
  *shared = a->__shared;
  return 0;
}
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
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (state == -1) __drover_bad_memory("locking a read-write lock that has been destroyed");
  }
  __drover_hold(l);
  return 0;
}
static inline int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (__drover_lock_or(&l->__state, __drover_self(), -1) == -1)
      __drover_bad_memory("locking a read-write lock that has been destroyed");
  } else {
    __drover_lock(&l->__state, 0, __drover_self());
  }
  return 0;
}
static inline int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  long state = __atomic_load_n(&l->__state, 0);
  while (state >= 0 && state <= __DROVER_READERS) {
    if (__atomic_compare_exchange_n(&l->__state, &state, state + 1, 0, 2, 0)) {
      __drover_hold(l);
      return 0;
    }
  }
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (state == -1) __drover_bad_memory("locking a read-write lock that has been destroyed");
  }
  return EBUSY;
}
static inline int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  long seen = 0;
  if (__atomic_compare_exchange_n(&l->__state, &seen, __drover_self(), 0, 2, 0)) return 0;
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (seen == -1) __drover_bad_memory("locking a read-write lock that has been destroyed");
  }
  return EBUSY;
}
static inline int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  long state = __atomic_load_n(&l->__state, 0);
  if (state == __drover_self()) {
    __atomic_store_n(&l->__state, 0, 3);
    return 0;
  }
  if (state == 0) __drover_misuse("unlocking a read-write lock that is not held");
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (state == -1) __drover_bad_memory("unlocking a read-write lock that has been destroyed");
  }
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
