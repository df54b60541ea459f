// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_exchange(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_add(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_sub(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_or(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_xor(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_compare_exchange_strong(mine,&zero,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_compare_exchange_weak(mine,&zero,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=(*mine=1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=(*mine+=1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=(*mine)++ -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=(++*mine) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=(*mine|=1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_load(other)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_exchange(other,0)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_fetch_add(other,0)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_fetch_sub(other,0)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_fetch_or(other,0)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_fetch_xor(other,0)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_fetch_and(other,1)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=(!atomic_compare_exchange_strong(other,&zero,0))
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=(!atomic_compare_exchange_weak(other,&zero,0))
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=(*other)
// expect: safe options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=(*other+=0)
// expect: error assertion options: -m rc20 -DWRITE=atomic_store_explicit(mine,1,memory_order_release) -DREAD=atomic_load(other)
// expect: error assertion options: -m rc20 -DWRITE=atomic_store(mine,1) -DREAD=atomic_load_explicit(other,memory_order_acquire)
// expect: safe options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),atomic_thread_fence(memory_order_seq_cst)) -DREAD=atomic_load_explicit(other,0)
// expect: safe options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),__atomic_thread_fence(__ATOMIC_SEQ_CST)) -DREAD=atomic_load_explicit(other,0)
// expect: safe options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),__sync_synchronize()) -DREAD=atomic_load_explicit(other,0)
// expect: error assertion options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),atomic_thread_fence(memory_order_acq_rel)) -DREAD=atomic_load_explicit(other,0)
// expect: error assertion options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),__atomic_thread_fence(__ATOMIC_ACQ_REL)) -DREAD=atomic_load_explicit(other,0)
// expect: error assertion options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),atomic_signal_fence(memory_order_seq_cst)) -DREAD=atomic_load_explicit(other,0)
// expect: error assertion options: -m rc20 -DWRITE=(atomic_store_explicit(mine,1,0),__atomic_signal_fence(__ATOMIC_SEQ_CST)) -DREAD=atomic_load_explicit(other,0)
// What names no order is sequentially consistent: of two threads that write one and read the other,
// one sees the write. Weaker, neither may.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ atomic_load(other)
#define WRITE atomic_store(mine, 1)
#endif
static atomic_int a, b;
static int first_saw, second_saw;
static int saw(atomic_int *mine, atomic_int *other) {
  int zero = 0;
  WRITE;
  zero = 0;
  return READ != 0;
}
static void *first(void *unused) {
  first_saw = saw(&a, &b);
  return unused;
}
static void *second(void *unused) {
  second_saw = saw(&b, &a);
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(first_saw || second_saw);
  return 0;
}
