// expect: safe
// What trying to lock says of a lock that is held, and of one that is free.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
int main(void) {
  pthread_mutex_t mutex;
  pthread_spinlock_t spin;
  pthread_rwlock_t shared;
  sem_t semaphore;
  mtx_t plain;
  int count = 9;
  pthread_mutex_init(&mutex, NULL);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_rwlock_init(&shared, NULL);
  sem_init(&semaphore, 0, 2);
  mtx_init(&plain, mtx_plain);
  assert(pthread_mutex_trylock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_trylock(&mutex) == 0);
  assert(pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY);
  pthread_spin_unlock(&spin);
  assert(pthread_spin_trylock(&spin) == 0);
  assert(pthread_rwlock_tryrdlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == 0);
  assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
  pthread_rwlock_unlock(&shared);
  pthread_rwlock_unlock(&shared);
  assert(pthread_rwlock_trywrlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == EBUSY);
  pthread_rwlock_unlock(&shared);
  pthread_rwlock_rdlock(&shared);
  assert(pthread_rwlock_trywrlock(&shared) == EBUSY && pthread_rwlock_tryrdlock(&shared) == 0);
  assert(sem_getvalue(&semaphore, &count) == 0 && count == 2);
  assert(sem_trywait(&semaphore) == 0 && sem_wait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  sem_post(&semaphore);
  assert(sem_trywait(&semaphore) == 0);
  assert(mtx_trylock(&plain) == thrd_success && mtx_trylock(&plain) == thrd_busy);
  mtx_unlock(&plain);
  mtx_lock(&plain);
  assert(mtx_trylock(&plain) == thrd_busy);
  return 0;
}
