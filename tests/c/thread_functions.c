// expect: safe
// Creating and joining threads, where every argument and every result matters.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
static int sent, seen;
static pthread_t first_id, second_id;
static void *first(void *argument) {
  sent = *(int *)argument;
  first_id = pthread_self();
  return &sent;
}
static void *idle(void *unused) { return unused; }
static int idle_too(void *unused) { return 1; }
static void *leaves(void *argument) {
  pthread_exit(argument);
  sent = 100;
  return 0;
}
static int counts(void *argument) {
  seen += *(int *)argument;
  second_id = thrd_current();
  return 3;
}
static int quits(void *argument) {
  thrd_exit(4);
  seen = 100;
  return 0;
}
int main(void) {
  pthread_t a, b;
  thrd_t c, d;
  (void)idle;
  (void)idle_too;
  int number = 7, code = 0;
  void *result = 0;
  assert(pthread_create(&a, NULL, first, &number) == 0);
  assert(pthread_join(a, &result) == 0 && result == &sent && sent == 7);
  assert(pthread_equal(first_id, a) && !pthread_equal(pthread_self(), a));
  assert(pthread_create(&b, NULL, leaves, &number) == 0 && !pthread_equal(a, b));
  pthread_join(b, &result);
  assert(result == &number && sent == 7);
  assert(thrd_create(&c, counts, &number) == thrd_success);
  assert(thrd_join(c, &code) == thrd_success && code == 3 && seen == 7);
  assert(thrd_equal(second_id, c) && !thrd_equal(thrd_current(), c));
  assert(thrd_create(&d, quits, NULL) == thrd_success);
  thrd_join(d, &code);
  assert(code == 4 && seen == 7);
  return 0;
}
