// expect: error unsupported
// An assumption about the tag of a pointer is refused like any other use of the upper 16 bits: the
// read before it must not become a wait that swallows the error.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static int g;
static _Atomic(uintptr_t) cell;
static void *writer(void *unused) {
  (void)unused;
  atomic_store(&cell, (uintptr_t)&g);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  uintptr_t seen = atomic_load(&cell);
  __VERIFIER_assume((seen & 0xffff000000000000u) != 0);
  return pthread_join(thread, 0);
}
