// expect: safe options: -m aarch64 -DWRITE="dmb\tishst" -DREAD="dmb\tishld"
// expect: error assertion options: -m aarch64 -DWRITE="" -DREAD="dmb\tishld"
// expect: error assertion options: -m aarch64 -DWRITE="dmb\tishst" -DREAD="isb"
// expect: error assertion options: -m rc11 -DWRITE="dmb\tishst" -DREAD="dmb\tishld"
// expect: safe options: -m rc11 -DWRITE="dmb\tish" -DREAD="dmb\tishld"
// expect: safe options: -m rc11 -DWRITE="sfence" -DREAD="lfence"
// expect: safe options: -m rc11 -DWRITE="lwsync" -DREAD="fence\tr,rw"
// expect: error assertion options: -m rc11 -DWRITE="lfence" -DREAD="lfence"
// expect: safe options: -m ppc -DWRITE="eieio" -DREAD="lwsync"
// expect: error assertion options: -m ppc -DWRITE="" -DREAD="lwsync"
// expect: safe options: -m riscv -DWRITE="fence\tw,w" -DREAD="fence\tr,r"
// expect: error assertion options: -m riscv -DWRITE="fence\tr,r" -DREAD="fence\tr,r"
// A barrier of a machine is itself under the machine's model, and the fence of C that it is at least
// as strong as under others.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef WRITE
#define WRITE "dmb ish"
#define READ "dmb ish"
#endif
static atomic_int data, ready;
static void *writer(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  asm volatile(WRITE ::: "memory");
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    asm volatile(READ ::: "memory");
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  }
  pthread_join(t, 0);
  return 0;
}
