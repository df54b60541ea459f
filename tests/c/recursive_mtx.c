// expect: safe options: -DKIND=mtx_recursive
// expect: error deadlock options: -DKIND=mtx_plain
// expect: error deadlock options: -DKIND=mtx_timed
// A recursive `mtx_t` can be locked again by who holds it.
#include <assert.h>
#include <threads.h>
#ifndef KIND
#define KIND mtx_recursive
#endif
int main(void) {
  mtx_t lock;
  assert(mtx_init(&lock, mtx_plain | KIND) == thrd_success);
  assert(mtx_lock(&lock) == thrd_success && mtx_lock(&lock) == thrd_success);
  mtx_unlock(&lock);
  mtx_unlock(&lock);
  return 0;
}
