// expect: safe
// Types and constants of the headers for threads.
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <threads.h>
static int started(void *unused) { return 6; }
static void destroyed(void *unused) { }
int main(void) {
  thrd_start_t start = started;
  tss_dtor_t destroy = destroyed;
  pthread_barrierattr_t barrier;
  pthread_condattr_t condition;
  pthread_rwlockattr_t lock;
  thrd_t thread = 0;
  int code = 0;
  assert(sizeof(pthread_t) == 8 && sizeof(thrd_t) == 8 && sizeof(__VERIFIER_thread_t) == 8);
  assert((pthread_t)-1 > 0 && (thrd_t)-1 > 0 && (__VERIFIER_thread_t)-1 > 0);
  assert(sizeof barrier >= 4 && sizeof condition >= 4 && sizeof lock >= 4 && sizeof destroy == 8);
  assert(thrd_create(&thread, start, NULL) == thrd_success && thrd_join(thread, &code) == thrd_success);
  assert(code == 6 && thrd_busy != thrd_error && thrd_nomem != thrd_error && thrd_timedout != thrd_error);
  assert(thrd_error && thrd_nomem && thrd_timedout && mtx_timed && mtx_timed != mtx_recursive);
  return 0;
}
