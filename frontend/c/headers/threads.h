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
#define thrd_detach(t) (pthread_detach(t) == 0 ? thrd_success : thrd_error)

typedef struct {
  pthread_mutex_t __mutex;
} mtx_t;
static inline int mtx_init(mtx_t* m, int type) {
  __drover_has_kinds();
  if (type < 0 || type > (mtx_recursive | mtx_timed)) return thrd_error;
  m->__mutex.__depth = 0;
  *(long*)&m->__mutex.__state = type & mtx_recursive;
  return thrd_success;
}
#define mtx_destroy(m) ((void)pthread_mutex_destroy(&(m)->__mutex))
static inline int mtx_lock(mtx_t* m) {
  return pthread_mutex_lock(&m->__mutex) == 0 ? thrd_success : thrd_error;
}
static inline int mtx_trylock(mtx_t* m) {
  return pthread_mutex_trylock(&m->__mutex) == 0 ? thrd_success : thrd_busy;
}
static inline int mtx_timedlock(mtx_t* m, const struct timespec* time) {
  int result = pthread_mutex_timedlock(&m->__mutex, time);
  return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
}
static inline int mtx_unlock(mtx_t* m) {
  if (pthread_mutex_unlock(&m->__mutex) != 0)
    __drover_misuse("unlocking a mutex that this thread does not hold");
  return thrd_success;
}

typedef pthread_once_t once_flag;
#define ONCE_FLAG_INIT PTHREAD_ONCE_INIT
#define call_once(flag, function) ((void)pthread_once(flag, function))

typedef struct {
  pthread_cond_t __cond;
} cnd_t;
#define cnd_init(c) (pthread_cond_init(&(c)->__cond, NULL), thrd_success)
#define cnd_destroy(c) ((void)pthread_cond_destroy(&(c)->__cond))
#define cnd_signal(c) (pthread_cond_signal(&(c)->__cond), thrd_success)
#define cnd_broadcast(c) (pthread_cond_broadcast(&(c)->__cond), thrd_success)
static inline int cnd_wait(cnd_t* c, mtx_t* m) {
  return pthread_cond_wait(&c->__cond, &m->__mutex) == 0 ? thrd_success : thrd_error;
}

static inline int cnd_timedwait(cnd_t* c, mtx_t* m, const struct timespec* time) {
  int result = pthread_cond_timedwait(&c->__cond, &m->__mutex, time);
  return result == 0 ? thrd_success : result == ETIMEDOUT ? thrd_timedout : thrd_error;
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
