// expect: safe options: -m aarch64 -DWRITE=0 -DREAD=1
// expect: error assertion options: -m aarch64 -DWRITE=2 -DREAD=1
// expect: safe options: -m aarch64 -DWRITE=0 -DREAD=3
// expect: error assertion options: -m aarch64 -DWRITE=0 -DREAD=2
// expect: error assertion options: -m rc11 -DWRITE=0 -DREAD=1
// expect: safe options: -m rc11 -DWRITE=4 -DREAD=1
// expect: safe options: -m rc11 -DWRITE=5 -DREAD=6
// expect: safe options: -m rc11 -DWRITE=7 -DREAD=8
// expect: error assertion options: -m rc11 -DWRITE=6 -DREAD=6
// expect: safe options: -m ppc -DWRITE=9 -DREAD=7
// expect: error assertion options: -m ppc -DWRITE=2 -DREAD=7
// expect: safe options: -m riscv -DWRITE=10 -DREAD=11
// expect: error assertion options: -m riscv -DWRITE=11 -DREAD=11
// A barrier of a machine is itself under the machine's model, and the fence of C that it is at least
// as strong as under others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WRITE
#define WRITE 0
#define READ 0
#endif
#define BARRIER_0 "dmb ishst"
#define BARRIER_1 "dmb ishld"
#define BARRIER_2 ""
#define BARRIER_3 "isb"
#define BARRIER_4 "dmb ish"
#define BARRIER_5 "sfence"
#define BARRIER_6 "lfence"
#define BARRIER_7 "lwsync"
#define BARRIER_8 "fence r,rw"
#define BARRIER_9 "eieio"
#define BARRIER_10 "fence w,w"
#define BARRIER_11 "fence r,r"
#define NAMED(number) BARRIER_##number
#define ORDER(number) asm volatile(NAMED(number) ::: "memory")
static atomic_int data, ready;
static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  ORDER(WRITE);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    ORDER(READ);
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  }
  pthread_join(t, 0);
  return 0;
}
