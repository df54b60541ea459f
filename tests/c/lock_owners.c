// expect: safe
// Locks that are held and released as they should be: in arrays, through pointers, more than once, by
// one thread after the other, recursively.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_rwlock_t shared[3] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                              PTHREAD_RWLOCK_INITIALIZER};
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t spin;
mtx_t again;
int data;
void *user(void *a) {
  pthread_rwlock_t *order[3] = {&shared[2], &shared[0], &shared[1]};
  for (int i = 0; i < 3; i++) pthread_rwlock_rdlock(order[i]);
  pthread_rwlock_rdlock(&shared[0]);
  for (int i = 0; i < 3; i++) pthread_rwlock_unlock(&shared[i]);
  pthread_rwlock_unlock(order[1]);
  mtx_lock(&again);
  assert(mtx_trylock(&again) == thrd_success);
  mtx_lock(&again);
  data++;
  for (int i = 0; i < 3; i++) mtx_unlock(&again);
  pthread_mutex_t *m = &plain;
  if (pthread_mutex_trylock(m) == 0) pthread_mutex_unlock(&plain);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  mtx_init(&again, mtx_plain | mtx_recursive);
  pthread_create(&t, 0, user, 0);
  pthread_rwlock_wrlock(&shared[0]);
  pthread_rwlock_unlock(&shared[0]);
  mtx_lock(&again);
  data++;
  mtx_unlock(&again);
  pthread_join(t, 0);
  assert(data == 2);
  assert(pthread_rwlock_tryrdlock(&shared[1]) == 0);
  assert(pthread_rwlock_trywrlock(&shared[1]) == EBUSY);
  pthread_rwlock_unlock(&shared[1]);
  pthread_spin_destroy(&spin);
  mtx_destroy(&again);
  return 0;
}
