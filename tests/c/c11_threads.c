// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static mtx_t lock;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static int value, inits;
static void init(void) { inits++; }
static int run(void *argument) {
  call_once(&once, init);
  mtx_lock(&lock);
  value += *(int *)argument;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return 5;
}
int main(void) {
  thrd_t t;
  int one = 1, result;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  cnd_init(&changed);
  if (thrd_create(&t, run, &one) != thrd_success) return 1;
  mtx_lock(&lock);
  while (value == 0) cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  thrd_join(t, &result);
  call_once(&once, init);
  assert(result == 5 && value == 1 && inits == 1);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  return 0;
}
