// expect: safe
// A key that is deleted has no destructor; and there are only so many keys.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
static int destroyed, value;
static pthread_key_t key;
static tss_t other;
static void destroy(void *unused) { destroyed++; }
static void *run(void *unused) {
  pthread_setspecific(key, &value);
  tss_set(other, &value);
  pthread_key_delete(key);
  tss_delete(other);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  tss_create(&other, destroy);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 0);
  pthread_key_t more;
  for (int i = 2; i < PTHREAD_KEYS_MAX; i++) assert(pthread_key_create(&more, NULL) == 0);
  assert(pthread_key_create(&more, NULL) == EAGAIN && more == PTHREAD_KEYS_MAX - 1);
  return 0;
}
