// expect: safe options: -DBARRIER=_mm_mfence()
// expect: safe options: -DBARRIER=__builtin_ia32_mfence()
// expect: safe options: -DBARRIER=LOCKED
// expect: error assertion options: -DBARRIER=_mm_sfence()
// expect: error assertion options: -DBARRIER=_mm_lfence()
// expect: error assertion options: -DBARRIER=__builtin_ia32_sfence()
// expect: error assertion options: -DBARRIER=__builtin_ia32_lfence()
// expect: error assertion options: -DBARRIER=_mm_pause()
// expect: safe options: -DBARRIER=XCHG
// Store buffering: what x86 has as a full barrier, and what it has not.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOCKED asm volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc")
#define XCHG ({ int own = 0; asm volatile("xchg %0, %1" : "+r"(own), "+m"(spare) : : "memory"); })
#ifndef BARRIER
#define BARRIER _mm_mfence()
#endif
static atomic_int x, y;
static int a, b, spare;
static void *first(void *unused) {
  int spare = 0;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  BARRIER;
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  BARRIER;
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  assert(a || b);
  return 0;
}
