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
  *(int*)&m->__state = 0; /* not atomic: who uses it at the same time has a race */
  if (__drover_is_mentioned(pthread_mutexattr_settype)) {
    m->__kind = a ? a->__kind : 0;
    __atomic_store_n(&m->__owner, 0, 0);
    m->__depth = 0;
  }
  return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t* m) {
  int state = *(int*)&m->__state;
  if (state == 1) __drover_misuse("destroying a mutex that is held");
  if (state == -1) __drover_bad_memory("destroying a mutex that has been destroyed");
  *(int*)&m->__state = -1;
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
  if (__drover_is_mentioned(pthread_mutex_destroy)) {
    if (__drover_lock_or(&m->__state, 1, -1) == -1)
      __drover_bad_memory("locking a mutex that has been destroyed");
  } else {
    __drover_lock(&m->__state, 0, 1);
  }
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
  if (count == 0) __drover_misuse("a barrier for zero threads");
  *(int*)&b->__left = (int)count;
  *(int*)&b->__round = 0;
  b->__count = (int)count;
  return 0;
}
static inline int pthread_barrier_destroy(pthread_barrier_t* b) {
  if (b->__count == -1) __drover_bad_memory("destroying a barrier that has been destroyed");
  b->__count = -1;
  return 0;
}
static inline int pthread_barrier_wait(pthread_barrier_t* b) {
  if (b->__count == 0) __drover_bad_memory("waiting at a barrier that has not been initialised");
  if (b->__count == -1) __drover_bad_memory("waiting at a barrier that has been destroyed");
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

/* Condition variables: how many have come to wait (upper half), and how many of them have been
   woken. They are woken in the order in which they came. */
typedef struct {
  _Atomic(unsigned long) __state;
} pthread_cond_t;
typedef struct {
  int __unused;
} pthread_condattr_t;
#define PTHREAD_COND_INITIALIZER \
  { 0 }
#define pthread_condattr_init(a) ((void)(a), 0)
#define pthread_condattr_destroy(a) ((void)(a), 0)
static inline int pthread_cond_init(pthread_cond_t* c, const pthread_condattr_t* a) {
  *(unsigned long*)&c->__state = 0;
  return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t* c) {
  unsigned long state = *(unsigned long*)&c->__state;
  if (state >> 32 != (state & 0xffffffff))
    __drover_misuse("destroying a condition variable at which a thread waits");
  return 0;
}
static inline int pthread_cond_wait(pthread_cond_t* c, pthread_mutex_t* m) {
  unsigned long before = __atomic_fetch_add(&c->__state, 1UL << 32, 4) >> 32;
  pthread_mutex_unlock(m);
  __drover_wait_past(&c->__state, before);
  pthread_mutex_lock(m);
  return 0;
}
static inline int pthread_cond_signal(pthread_cond_t* c) {
  unsigned long state = __atomic_load_n(&c->__state, 2);
  while ((state & 0xffffffff) < state >> 32) {
    if (__atomic_compare_exchange_n(&c->__state, &state, state + 1, 0, 4, 2)) break;
  }
  return 0;
}
static inline int pthread_cond_broadcast(pthread_cond_t* c) {
  unsigned long state = __atomic_load_n(&c->__state, 2);
  while ((state & 0xffffffff) < state >> 32) {
    unsigned long all = state >> 32 << 32 | state >> 32;
    if (__atomic_compare_exchange_n(&c->__state, &state, all, 0, 4, 2)) break;
  }
  return 0;
}

/* Read-write locks: so many readers, or -1: a writer; a destroyed one is -2. */
typedef struct {
  _Atomic(int) __state;
} pthread_rwlock_t;
typedef struct {
  int __unused;
} pthread_rwlockattr_t;
#define PTHREAD_RWLOCK_INITIALIZER \
  { 0 }
#define pthread_rwlockattr_init(a) ((void)(a), 0)
#define pthread_rwlockattr_destroy(a) ((void)(a), 0)
static inline int pthread_rwlock_init(pthread_rwlock_t* l, const pthread_rwlockattr_t* a) {
  *(int*)&l->__state = 0;
  return 0;
}
static inline int pthread_rwlock_destroy(pthread_rwlock_t* l) {
  int state = *(int*)&l->__state;
  if (state == -2) __drover_bad_memory("destroying a read-write lock that has been destroyed");
  if (state != 0) __drover_misuse("destroying a read-write lock that is held");
  *(int*)&l->__state = -2;
  return 0;
}
static inline int pthread_rwlock_rdlock(pthread_rwlock_t* l) {
  __drover_lock_shared(&l->__state);
  return 0;
}
static inline int pthread_rwlock_wrlock(pthread_rwlock_t* l) {
  if (__drover_is_mentioned(pthread_rwlock_destroy)) {
    if (__drover_lock_or(&l->__state, -1, -2) == -2)
      __drover_bad_memory("locking a read-write lock that has been destroyed");
  } else {
    __drover_lock(&l->__state, 0, -1);
  }
  return 0;
}
static inline int pthread_rwlock_tryrdlock(pthread_rwlock_t* l) {
  int state = __atomic_load_n(&l->__state, 0);
  while (state >= 0) {
    if (__atomic_compare_exchange_n(&l->__state, &state, state + 1, 0, 2, 0)) return 0;
  }
  return EBUSY;
}
static inline int pthread_rwlock_trywrlock(pthread_rwlock_t* l) {
  int free = 0;
  return __atomic_compare_exchange_n(&l->__state, &free, -1, 0, 2, 0) ? 0 : EBUSY;
}
static inline int pthread_rwlock_unlock(pthread_rwlock_t* l) {
  int state = __atomic_load_n(&l->__state, 0);
  if (state == 0) __drover_misuse("unlocking a read-write lock that is not held");
  if (state == -2) __drover_bad_memory("unlocking a read-write lock that has been destroyed");
  if (state == -1) {
    __atomic_store_n(&l->__state, 0, 3);
  } else {
    __atomic_fetch_sub(&l->__state, 1, 3);
  }
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
