// expect: safe
// expect: error assertion options: -DNEVER=1
// expect: error assertion options: -DNEVER=2
// expect: error assertion options: -DNEVER=3
// expect: error assertion options: -DNEVER=4
// mtx_timedlock and cnd_timedwait, as timed_waits.c.
#include <assert.h>
#include <threads.h>
#ifndef NEVER
#define NEVER 0
#endif
#define NOT(number, condition) assert(NEVER != number || !(condition))

mtx_t m;
cnd_t c;

int other(void *a) {
  mtx_lock(&m);
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec soon;
  timespec_get(&soon, TIME_UTC);
  mtx_init(&m, mtx_timed);
  cnd_init(&c);
#if NEVER <= 2
  thrd_create(&t, other, 0);
  int locked = mtx_timedlock(&m, &soon);
  assert(locked == thrd_success || locked == thrd_timedout);
  NOT(1, locked == thrd_success);
  NOT(2, locked == thrd_timedout);
  if (locked == thrd_success) mtx_unlock(&m);
#else
  mtx_lock(&m);
  thrd_create(&t, other, 0);
  int waited = cnd_timedwait(&c, &m, &soon);
  assert(waited == thrd_success || waited == thrd_timedout);
  NOT(3, waited == thrd_success);
  NOT(4, waited == thrd_timedout);
  mtx_unlock(&m);
#endif
  thrd_join(t, 0);
  return 0;
}
