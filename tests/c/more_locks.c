// expect: safe
// Kinds of mutexes, barriers, things that are done once, keys: where every argument matters.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int done, destroyed;
static void act(void) { done++; }
static void destroy(void *value) { destroyed += *(int *)value; }
static pthread_key_t key = 7;
static tss_t other_key = 7;
static int value = 5, other_value = 7;
static void *keeps(void *unused) {
  assert(pthread_getspecific(key) == NULL && tss_get(other_key) == NULL);
  assert(pthread_setspecific(key, &value) == 0 && tss_set(other_key, &other_value) == thrd_success);
  assert(pthread_getspecific(key) == &value && tss_get(other_key) == &other_value);
  return unused;
}
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutex_t again, careful;
  pthread_mutexattr_init(&kind);
  assert(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutex_init(&again, &kind) == 0);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&careful, &kind);
  assert(pthread_mutexattr_destroy(&kind) == 0);
  assert(pthread_mutex_lock(&again) == 0 && pthread_mutex_lock(&again) == 0);
  assert(pthread_mutex_unlock(&again) == 0 && pthread_mutex_unlock(&again) == 0);
  assert(pthread_mutex_unlock(&careful) == EPERM);
  assert(pthread_mutex_lock(&careful) == 0 && pthread_mutex_lock(&careful) == EDEADLK);
  assert(pthread_mutex_trylock(&fixed) == 0 && pthread_rwlock_trywrlock(&shared) == 0);
  pthread_once(&once, act);
  pthread_once(&once, act);
  assert(done == 1);
  call_once(&flag, act);
  call_once(&flag, act);
  assert(done == 2);
  pthread_t thread;
  assert(pthread_key_create(&key, destroy) == 0 && tss_create(&other_key, destroy) == thrd_success);
  pthread_create(&thread, NULL, keeps, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 12 && pthread_getspecific(key) == NULL);
  assert(pthread_key_delete(key) == 0);
  tss_delete(other_key);
  return 0;
}
