// expect: error unsupported
// expect: error unsupported options: -m imm
// expect: error unsupported options: -m ppc
// expect: safe options: -m aarch64
// expect: safe options: -m riscv
// expect: safe options: -m tso
// expect: safe options: -m pso
// expect: safe options: -m sc
// expect: error assertion options: -m aarch64 -D HALVES
// expect: error assertion options: -m riscv -D HALVES
// expect: safe options: -m tso -D HALVES
// expect: error assertion options: -m tso -D FORWARD
// expect: safe options: -m sc -D FORWARD
// Atomic accesses of different sizes: a word and its halves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint32_t word;
  _Atomic uint16_t halves[2];
  _Atomic int16_t signed_halves[2];
} x;

static uint32_t load(_Atomic uint32_t *at) {
  return atomic_load_explicit(at, memory_order_relaxed);
}
static uint16_t load_half(int which) {
  return atomic_load_explicit(&x.halves[which], memory_order_relaxed);
}
static void store_half(int which, uint16_t value) {
  atomic_store_explicit(&x.halves[which], value, memory_order_relaxed);
}

#ifdef FORWARD
// Each thread finds its own half before others see it.
static uint32_t seen[2];
static void *run(void *which) {
  const int own = which != 0;
  store_half(own, 1);
  seen[own] = load(&x.word);
  return which;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, run, 0);
  pthread_create(&threads[1], 0, run, &x);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(!(seen[0] == 1 && seen[1] == 0x10000));
  return 0;
}
#else
static void *writer(void *unused) {
#ifdef HALVES
  store_half(0, 1);
  store_half(1, 1);
#else
  // One access is never seen in part.
  atomic_store_explicit(&x.word, 0x00020001, memory_order_relaxed);
#endif
  return unused;
}
static void *updater(void *unused) {
  // -2 + 1, and the neighbour stays as it is.
  atomic_fetch_add_explicit(&x.signed_halves[1], -3, memory_order_relaxed);
  int16_t expected = -1;
  atomic_compare_exchange_strong_explicit(&x.signed_halves[1], &expected, 7, memory_order_relaxed,
                                          memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
#ifndef HALVES
  pthread_create(&threads[1], 0, updater, 0);
#endif
  const uint16_t high = load_half(1);
  const uint32_t word = load(&x.word);
#ifdef HALVES
  assert(high == 0 || (uint16_t)word == 1);
#else
  const uint32_t again = load(&x.word);
  assert((uint16_t)word == 0 || (uint16_t)again == 1);
  assert(high != 2 || (uint16_t)word == 1);
  pthread_join(threads[1], 0);
#endif
  pthread_join(threads[0], 0);
#ifndef HALVES
  const int16_t last = atomic_load(&x.signed_halves[1]);
  assert(load_half(0) == 1 && (last == 2 || last == 7));
#endif
  return 0;
}
#endif
