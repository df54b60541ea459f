// expect: safe
// expect: error assertion options: -DNEVER=1
// expect: error assertion options: -DNEVER=2
// expect: error assertion options: -DNEVER=3
// expect: error assertion options: -DNEVER=4
// expect: error assertion options: -DNEVER=5
// expect: error assertion options: -DNEVER=6
// expect: error assertion options: -DNEVER=7
// expect: error assertion options: -DNEVER=8
// expect: error assertion options: -DNEVER=9
// expect: error assertion options: -DNEVER=10
// Waits for a time: they end with their cause, or because the time is over. NEVER is the number of
// an assertion that the result is not possible. A lock that is free is always taken.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#ifndef NEVER
#define NEVER 0
#endif
#define NOT(number, condition) assert(NEVER != number || !(condition))

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
struct timespec soon;

void *other(void *a) {
  sem_post(&s);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);

  return a;
}
void *locker(void *a) {
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  return a;
}

int main(void) {
  pthread_t t;
  clock_gettime(CLOCK_REALTIME, &soon);
  sem_init(&s, 0, 0);
#if NEVER <= 2
  struct timespec wrong = {0, 1000000000};
  if (sem_timedwait(&s, &wrong) == -1) assert(errno == EINVAL);
  pthread_create(&t, 0, other, 0);
  int waited = sem_timedwait(&s, &soon);
  assert(waited == 0 || (waited == -1 && errno == ETIMEDOUT));
  NOT(1, waited == 0);
  NOT(2, waited == -1);
#elif NEVER <= 4
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, other, 0);
  int waited = pthread_cond_timedwait(&c, &m, &soon);
  assert(waited == 0 || waited == ETIMEDOUT);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  NOT(3, waited == 0);
  NOT(4, waited == ETIMEDOUT);
  pthread_mutex_unlock(&m);
#elif NEVER <= 6
  pthread_create(&t, 0, locker, 0);
  int locked = pthread_rwlock_timedwrlock(&l, &soon);
  NOT(5, locked == 0);
  NOT(6, locked == ETIMEDOUT);
  if (locked == 0) pthread_rwlock_unlock(&l);
#elif NEVER <= 8
  pthread_create(&t, 0, locker, 0);
  int locked = pthread_rwlock_timedrdlock(&l, &soon);
  NOT(7, locked == 0);
  NOT(8, locked == ETIMEDOUT);
  if (locked == 0) pthread_rwlock_unlock(&l);
#else
  pthread_create(&t, 0, locker, 0);
  pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
  assert(pthread_mutex_timedlock(&first, &soon) == 0);
  int locked = pthread_mutex_timedlock(&first, &soon);
  assert(locked == ETIMEDOUT);
  struct timespec wrong = {0, 1000000000};
  NOT(9, pthread_mutex_timedlock(&first, &wrong) == EINVAL);
  pthread_mutex_unlock(&first);
  NOT(10, pthread_mutex_timedlock(&first, &wrong) == 0);
#endif
  pthread_join(t, 0);
  return 0;
}
