// expect: safe
// Loops that are annotated for GenMC are loops as any other: with bodies, several in a row, inside
// each other, and with an effect in each iteration.
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
#define await_while(c)                                                        \
  for (__VERIFIER_loop_begin();                                               \
       (__VERIFIER_spin_start(), (c) ? 1 : (__VERIFIER_spin_end(1), 0)); \
       __VERIFIER_spin_end(0))
#define await_do for (__VERIFIER_loop_begin(), __VERIFIER_spin_start();; __VERIFIER_spin_end(0))
atomic_int flag, turn, tries, lock;
int data;
void *writer(void *a) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  await_while (atomic_load_explicit(&turn, memory_order_acquire) != 1) {}
  assert(data == 2);
  return a;
}
void *reader(void *a) {
  int seen = 0;
  await_while ((seen = atomic_load_explicit(&flag, memory_order_acquire)) == 0) {
    atomic_thread_fence(memory_order_relaxed);
  }
  assert(seen == 1 && data == 1);
  data = 2;
  await_while (atomic_exchange(&lock, 1) != 0) {
    await_while (atomic_load(&lock) != 0) {}
  }
  atomic_store(&lock, 0);
  int left = 2;
  await_while (left > 0) {
    atomic_fetch_add(&tries, 1);
    left--;
  }
  atomic_store_explicit(&turn, 1, memory_order_release);
  return a;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  await_do {
    if (atomic_load(&tries) == 2) break;
  }
  return 0;
}
