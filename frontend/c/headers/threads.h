#ifndef __DROVER_THREADS_H
#define __DROVER_THREADS_H
#include <pthread.h>
#include <stddef.h>

typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void*);
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };
#define thread_local _Thread_local
#define thrd_equal(a, b) ((a) == (b))
#define thrd_detach(t) ((void)(t), thrd_success)

/* 0 is free, 1 is held. */
typedef struct {
  _Atomic(int) __state;
} mtx_t;
static inline int mtx_init(mtx_t* m, int type) {
  if (type & mtx_recursive) __drover_misuse("a recursive mtx_t is not supported");
  __atomic_store_n(&m->__state, 0, 0);
  return thrd_success;
}
#define mtx_destroy(m) ((void)(m))
static inline int mtx_lock(mtx_t* m) {
  __drover_lock(&m->__state, 0, 1);
  return thrd_success;
}
static inline int mtx_trylock(mtx_t* m) {
  int free = 0;
  return __atomic_compare_exchange_n(&m->__state, &free, 1, 0, 2, 0) ? thrd_success : thrd_busy;
}
static inline int mtx_unlock(mtx_t* m) {
  if (__atomic_load_n(&m->__state, 0) != 1) __drover_misuse("unlocking a mutex that is not held");
  __atomic_store_n(&m->__state, 0, 3);
  return thrd_success;
}

typedef struct {
  _Atomic(int) __state; /* 1: it is being done, 2: it has been done */
} once_flag;
#define ONCE_FLAG_INIT \
  { 0 }
static inline void call_once(once_flag* flag, void (*function)(void)) {
  int state = 0;
  if (__atomic_compare_exchange_n(&flag->__state, &state, 1, 0, 2, 2)) {
    function();
    __atomic_store_n(&flag->__state, 2, 3);
  } else if (state != 2) {
    __drover_wait_until(&flag->__state, 2);
  }
}

typedef struct {
  pthread_cond_t __cond;
} cnd_t;
#define cnd_init(c) (pthread_cond_init(&(c)->__cond, NULL), thrd_success)
#define cnd_destroy(c) ((void)pthread_cond_destroy(&(c)->__cond))
#define cnd_signal(c) (pthread_cond_signal(&(c)->__cond), thrd_success)
#define cnd_broadcast(c) (pthread_cond_broadcast(&(c)->__cond), thrd_success)
static inline int cnd_wait(cnd_t* c, mtx_t* m) {
  unsigned long before = __atomic_fetch_add(&c->__cond.__state, 1UL << 32, 4) >> 32;
  mtx_unlock(m);
  __drover_wait_past(&c->__cond.__state, before);
  mtx_lock(m);
  return thrd_success;
}

typedef pthread_key_t tss_t;
typedef void (*tss_dtor_t)(void*);
#define TSS_DTOR_ITERATIONS PTHREAD_DESTRUCTOR_ITERATIONS
#define tss_create(key, destructor) \
  (pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error)
#define tss_delete(key) ((void)pthread_key_delete(key))
#define tss_get(key) pthread_getspecific(key)
#define tss_set(key, value) (pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error)
#endif
