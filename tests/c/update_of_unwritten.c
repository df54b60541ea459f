// expect: safe options: -D WRITTEN
// expect: error memory
// expect: error memory options: -m sc
// expect: error memory options: -m sc --algo dpor
// expect: error memory options: -m imm
// expect: error memory options: --algo enumerate
// expect: error memory options: --algo rcmc
// expect: error memory options: -D LOCAL
// expect: error memory options: -D FLAG
// expect: error memory options: -D LOCK
// expect: error memory options: -D SEMAPHORE
// expect: error memory options: -D POINTER
// expect: error memory options: -D SWAP
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

// An atomic update reads: of memory that was never written, that is an error.
static atomic_int* count;

static void* leave(void* unused) {
  atomic_fetch_sub(count, 1);
  return unused;
}

int main(void) {
#if defined(LOCAL)
  atomic_int local;
  local++;
#elif defined(FLAG)
  atomic_flag flag;
  atomic_flag_test_and_set(&flag);
#elif defined(LOCK)
  int* lock = malloc(sizeof *lock);
  while (__sync_lock_test_and_set(lock, 1)) continue;
#elif defined(SEMAPHORE)
  sem_t semaphore;
  sem_wait(&semaphore);
#elif defined(POINTER)
  _Atomic(int*)* place = malloc(sizeof *place);
  return atomic_exchange(place, NULL) != NULL;
#elif defined(SWAP)
  atomic_int* place = malloc(sizeof *place);
  int expected = 0;
  while (!atomic_compare_exchange_weak(place, &expected, expected + 1)) continue;
#else
  count = malloc(sizeof *count);
#ifdef WRITTEN
  atomic_init(count, 2);
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  leave(NULL);
  pthread_join(thread, NULL);
  free(count);
#endif
  return 0;
}
