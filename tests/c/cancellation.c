// expect: safe
// expect: error assertion options: -DNEVER=1
// expect: error assertion options: -DNEVER=2
// expect: error assertion options: -DNEVER=3
// expect: error assertion options: -DNEVER=4
// expect: error assertion options: -DNEVER=5
// expect: error deadlock options: -DDISABLED
// expect: safe options: -DNEVER=6
// expect: error assertion options: -DNEVER=7
// expect: error assertion options: -DNEVER=8
// expect: error deadlock options: -DNEVER=6 -DDEFERRED
// A thread that is cancelled at a wait, a sleep or `pthread_testcancel` runs its handlers and ends;
// NEVER is the number of an assertion that something is not possible.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#ifndef NEVER
#define NEVER 0
#endif
#define NOT(number, condition) assert(NEVER != number || !(condition))

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
int handled;

void unlock(void *mutex) {
  handled = handled * 10 + 1;
  pthread_mutex_unlock(mutex);
}
void note(void *number) { handled = handled * 10 + *(int *)number; }

void *waits(void *a) {
  int two = 2;
#ifdef DISABLED
  int old = -1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0);
  assert(pthread_setcanceltype(7, &old) != 0 && pthread_setcancelstate(7, &old) != 0);
#endif
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_push(note, &two);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return a;
}
void *sleeps(void *a) {
  pthread_cleanup_push(note, a);
  sleep(3);
  pthread_cleanup_pop(1);
  return 0;
}
void *tests(void *a) {
  pthread_testcancel();
  return 0;
}
void *loops(void *a) {
#ifndef DEFERRED
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
  handled = 1;
  while (1) continue;
  return a;
}
void *takes(void *a) {
  sem_wait(&s);
  return 0;
}

int main(void) {
  pthread_t t;
  void *result;
#if NEVER <= 1
  pthread_create(&t, 0, waits, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  assert(handled == 21);
  NOT(1, pthread_mutex_trylock(&m) == 0);
#elif NEVER <= 2
  int three = 3;
  pthread_create(&t, 0, sleeps, &three);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(handled == 3);
  NOT(2, result == PTHREAD_CANCELED);
#elif NEVER <= 4
  pthread_create(&t, 0, tests, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  NOT(3, result == PTHREAD_CANCELED);
  NOT(4, result == 0);
#elif NEVER >= 6
  pthread_create(&t, 0, loops, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  NOT(7, handled == 1);
  NOT(8, handled == 0);
#else
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, takes, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  NOT(5, result == PTHREAD_CANCELED);
#endif
  return 0;
}
