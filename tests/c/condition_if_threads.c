// expect: error assertion
// The same as condition_if.c with <threads.h>.
#include <assert.h>
#include <threads.h>
mtx_t m;
cnd_t c;
int ready;
int waiter(void *a) {
  mtx_lock(&m);
  if (!ready) cnd_wait(&c, &m);
  assert(ready);
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, waiter, 0);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
