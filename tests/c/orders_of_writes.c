// expect: safe options: -m rc20 -DWRITE=atomic_store_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_store_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_store_n(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_store_n(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_store(&flag,&one,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_store(&flag,&one,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_exchange_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_exchange_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_exchange_n(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_exchange_n(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_exchange(&flag,&one,&seen,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_exchange(&flag,&one,&seen,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_add_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_fetch_add_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_add(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_add(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_add_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_add_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_sub_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_fetch_sub_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_sub(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_sub(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_sub_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_sub_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_or_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_fetch_or_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_or(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_or(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_or_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_or_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_xor_explicit(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=atomic_fetch_xor_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_xor(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_xor(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_xor_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_xor_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_nand(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_nand(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_nand_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_nand_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_max(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_max(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_max_fetch(&flag,1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_max_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_min(&flag,-1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_min(&flag,-1,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_min_fetch(&flag,-1,release)
// expect: error race options: -m rc20 -DWRITE=__atomic_min_fetch(&flag,-1,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_compare_exchange_strong_explicit(&flag,&zero,1,release,relaxed)
// expect: error race options: -m rc20 -DWRITE=atomic_compare_exchange_strong_explicit(&flag,&zero,1,relaxed,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_compare_exchange_weak_explicit(&flag,&zero,1,release,relaxed)
// expect: error race options: -m rc20 -DWRITE=atomic_compare_exchange_weak_explicit(&flag,&zero,1,relaxed,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_compare_exchange_n(&flag,&zero,1,0,release,relaxed)
// expect: error race options: -m rc20 -DWRITE=__atomic_compare_exchange_n(&flag,&zero,1,0,relaxed,relaxed)
// expect: safe options: -m rc20 -DWRITE=__atomic_compare_exchange(&flag,&zero,&one,0,release,relaxed)
// expect: error race options: -m rc20 -DWRITE=__atomic_compare_exchange(&flag,&zero,&one,0,relaxed,relaxed)
// expect: safe options: -m rc20 -DWRITE=atomic_fetch_and_explicit(&flag,0,release) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: error race options: -m rc20 -DWRITE=atomic_fetch_and_explicit(&flag,0,relaxed) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: safe options: -m rc20 -DWRITE=__atomic_fetch_and(&flag,0,release) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: error race options: -m rc20 -DWRITE=__atomic_fetch_and(&flag,0,relaxed) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: safe options: -m rc20 -DWRITE=__atomic_and_fetch(&flag,0,release) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: error race options: -m rc20 -DWRITE=__atomic_and_fetch(&flag,0,relaxed) -DBEFORE=(flag=1) -DREAD=(!atomic_load_explicit(&flag,acquire))
// expect: safe options: -m rc20 -DWRITE=(atomic_thread_fence(release),atomic_store_explicit(&flag,1,relaxed))
// expect: error race options: -m rc20 -DWRITE=(atomic_thread_fence(relaxed),atomic_store_explicit(&flag,1,relaxed))
// expect: safe options: -m rc20 -DWRITE=(__atomic_thread_fence(release),atomic_store_explicit(&flag,1,relaxed))
// expect: error race options: -m rc20 -DWRITE=(__atomic_thread_fence(relaxed),atomic_store_explicit(&flag,1,relaxed))
// expect: safe options: -m rc20 -DWRITE=atomic_flag_clear_explicit(&mark,release) -DBEFORE=atomic_flag_test_and_set(&mark) -DREAD=(!atomic_flag_test_and_set_explicit(&mark,acquire))
// expect: error race options: -m rc20 -DWRITE=atomic_flag_clear_explicit(&mark,relaxed) -DBEFORE=atomic_flag_test_and_set(&mark) -DREAD=(!atomic_flag_test_and_set_explicit(&mark,acquire))
// expect: safe options: -m rc20 -DWRITE=__atomic_clear(&byte,release) -DBEFORE=__atomic_test_and_set(&byte,relaxed) -DREAD=(!__atomic_test_and_set(&byte,acquire))
// expect: error race options: -m rc20 -DWRITE=__atomic_clear(&byte,relaxed) -DBEFORE=__atomic_test_and_set(&byte,relaxed) -DREAD=(!__atomic_test_and_set(&byte,acquire))
// expect: safe options: -m rc20 -DWRITE=atomic_flag_test_and_set_explicit(&mark,release) -DREAD=atomic_flag_test_and_set_explicit(&mark,acquire)
// expect: error race options: -m rc20 -DWRITE=atomic_flag_test_and_set_explicit(&mark,relaxed) -DREAD=atomic_flag_test_and_set_explicit(&mark,acquire)
// expect: safe options: -m rc20 -DWRITE=__atomic_test_and_set(&byte,release) -DREAD=__atomic_test_and_set(&byte,acquire)
// expect: error race options: -m rc20 -DWRITE=__atomic_test_and_set(&byte,relaxed) -DREAD=__atomic_test_and_set(&byte,acquire)
// What writes a flag, in each of its orders: relaxed, it does not publish what was written before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ atomic_load_explicit(&flag, acquire)
#endif
#ifndef BEFORE
#define BEFORE (void)0
#endif
#ifndef WRITE
#define WRITE atomic_store_explicit(&flag, 1, release)
#endif
enum { relaxed = memory_order_relaxed, acquire = memory_order_acquire, release = memory_order_release,
       acq_rel = memory_order_acq_rel, seq_cst = memory_order_seq_cst };
static atomic_int flag;
static atomic_flag mark = ATOMIC_FLAG_INIT;
static _Bool byte;
static int data;
static void *writer(void *unused) {
  int zero = 0, one = 1, seen = 0;
  data = 1;
  WRITE;
  (void)zero; (void)one; (void)seen;
  return unused;
}
static void *reader(void *unused) {
  int zero = 0, one = 1, two = 2, seen = 0;
  if (READ) assert(data == 1);
  (void)zero; (void)one; (void)two; (void)seen;
  return unused;
}
int main(void) {
  pthread_t a, b;
  BEFORE;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
