// expect: error memory options: -DKIND=1
// expect: error memory options: -DKIND=2
// expect: error memory options: -DKIND=3
// expect: error memory options: -DKIND=4
// Using what has been destroyed is an error.
#include <pthread.h>
#include <semaphore.h>
#ifndef KIND
#define KIND 1
#endif
int main(void) {
  pthread_mutex_t mutex;
  pthread_rwlock_t shared;
  pthread_barrier_t barrier, spare;
  sem_t semaphore;
  pthread_mutex_init(&mutex, NULL);
  pthread_rwlock_init(&shared, NULL);
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_init(&spare, NULL, 1);
  sem_init(&semaphore, 0, 1);
  if (KIND == 1) { pthread_mutex_destroy(&mutex); pthread_mutex_lock(&mutex); }
  if (KIND == 2) { pthread_rwlock_destroy(&shared); pthread_rwlock_wrlock(&shared); }
  if (KIND == 3) { pthread_barrier_destroy(&barrier); pthread_barrier_wait(&barrier); }
  if (KIND == 4) { sem_destroy(&semaphore); sem_wait(&semaphore); }
  return 0;
}
