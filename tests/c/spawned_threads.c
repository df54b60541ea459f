// expect: safe
// GenMC's functions for threads, where every argument and every result matters.
#include <assert.h>
#include <genmc.h>
static int sent;
static void *run(void *argument) {
  sent += *(int *)argument;
  return &sent;
}
static void *idle(void *unused) { return unused; }
int main(void) {
  int number = 7;
  (void)idle;
  __VERIFIER_thread_t first = __VERIFIER_spawn(run, &number);
  assert(__VERIFIER_join(first) == &sent && sent == 7);
  __VERIFIER_thread_t second = __VERIFIER_spawn_symmetric(run, &number, first);
  assert(second != first && __VERIFIER_join(second) == &sent && sent == 14);
  return 0;
}
