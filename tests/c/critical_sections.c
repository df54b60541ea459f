// expect: safe options: -DKIND=1
// expect: safe options: -DKIND=2
// expect: safe options: -DKIND=3
// expect: safe options: -DKIND=4
// expect: safe options: -DKIND=5
// expect: safe options: -DKIND=6
// expect: error race options: -DKIND=7
// Two threads that each lock, change something, and unlock: without the one there is a race, without the
// other one a deadlock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#ifndef KIND
#define KIND 1
#endif
static pthread_mutex_t mutex;
static pthread_spinlock_t spin;
static pthread_rwlock_t shared;
static sem_t semaphore;
static mtx_t plain;
static int count;
static void enter(void) {
  if (KIND == 1) pthread_mutex_lock(&mutex);
  if (KIND == 2) pthread_spin_lock(&spin);
  if (KIND == 3) pthread_rwlock_wrlock(&shared);
  if (KIND == 4) sem_wait(&semaphore);
  if (KIND == 5) mtx_lock(&plain);
  if (KIND == 6) __VERIFIER_atomic_begin();
  if (KIND == 7) pthread_rwlock_rdlock(&shared);
}
static void leave(void) {
  if (KIND == 1) pthread_mutex_unlock(&mutex);
  if (KIND == 2) pthread_spin_unlock(&spin);
  if (KIND == 3) pthread_rwlock_unlock(&shared);
  if (KIND == 4) sem_post(&semaphore);
  if (KIND == 5) mtx_unlock(&plain);
  if (KIND == 6) __VERIFIER_atomic_end();
  if (KIND == 7) pthread_rwlock_unlock(&shared);
}
static void *run(void *unused) {
  enter();
  count++;
  leave();
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_mutex_init(&mutex, NULL);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_rwlock_init(&shared, NULL);
  sem_init(&semaphore, 0, 1);
  mtx_init(&plain, mtx_plain);
  pthread_create(&first, NULL, run, NULL);
  pthread_create(&second, NULL, run, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(count == 2);
  return 0;
}
