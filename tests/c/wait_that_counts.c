// expect: safe options: --unroll 4
// expect: safe options: --unroll 4 -m aarch64 -DLOCKERS=0
// expect: safe options: --unroll 4 -m imm -DLOCKERS=0
// Waits that count their attempts, and back off, are waits: no iteration is repeated. (Under models
// with load buffering, those that exchange are unrolled.)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
#define MOST 1000
#ifndef LOCKERS
#define LOCKERS 2
#endif
atomic_int ready, mask, lock;
int data;
void wait_a_while(unsigned long times) {
  for (volatile unsigned long i = 0; i < times; i++) ;
}
void *writer(void *a) {
  data = 1;
  atomic_store(&ready, 1);
  atomic_store(&mask, 4);
  return a;
}
void *reader(void *a) {
  int attempts = 0;
  while (!atomic_load(&ready)) {
    if (++attempts >= 10) {
      sched_yield();
      attempts = 0;
    }
  }
  assert(data == 1);
  int spins = 0, bit = 2;
  while (!(atomic_load(&mask) >> bit & 1)) spins++;
  return a;
}
void *locker(void *a) {
  unsigned delay = 1;
  int free = 0;
  while (!atomic_compare_exchange_strong(&lock, &free, 1)) {
    free = 0;
    wait_a_while(delay);
    delay *= 2;
    if (delay > MOST) delay = MOST;
  }
  atomic_store(&lock, 0);
  return a;
}
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  for (int i = 0; i < LOCKERS; i++) pthread_create(&t[2 + i], 0, locker, 0);
  for (int i = 0; i < 2 + LOCKERS; i++) pthread_join(t[i], 0);
  return 0;
}
