#ifndef __DROVER_SEMAPHORE_H
#define __DROVER_SEMAPHORE_H
#include <errno.h>

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
static inline int sem_wait(sem_t* s) {
  if (__drover_take(&s->__count) < 0)
    __drover_bad_memory("waiting at a semaphore that has been destroyed");
  return 0;
}
static inline int sem_trywait(sem_t* s) {
  int count = __atomic_load_n(&s->__count, 2);
  while (count > 0) {
    if (__atomic_compare_exchange_n(&s->__count, &count, count - 1, 0, 2, 2)) return 0;
  }
  errno = EAGAIN;
  return -1;
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
