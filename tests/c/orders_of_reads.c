// expect: safe options: -m rc20 -DREAD=atomic_load_explicit(&flag,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_load_explicit(&flag,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_load_n(&flag,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_load_n(&flag,relaxed)
// expect: safe options: -m rc20 -DREAD=(__atomic_load(&flag,&seen,acquire),seen)
// expect: error race options: -m rc20 -DREAD=(__atomic_load(&flag,&seen,relaxed),seen)
// expect: safe options: -m rc20 -DREAD=atomic_exchange_explicit(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_exchange_explicit(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_exchange_n(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_exchange_n(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=(__atomic_exchange(&flag,&zero,&seen,acquire),seen)
// expect: error race options: -m rc20 -DREAD=(__atomic_exchange(&flag,&zero,&seen,relaxed),seen)
// expect: safe options: -m rc20 -DREAD=atomic_fetch_add_explicit(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_fetch_add_explicit(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_add(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_add(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_add_fetch(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_add_fetch(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=atomic_fetch_sub_explicit(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_fetch_sub_explicit(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_sub(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_sub(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_sub_fetch(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_sub_fetch(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=atomic_fetch_or_explicit(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_fetch_or_explicit(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_or(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_or(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_or_fetch(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_or_fetch(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=atomic_fetch_xor_explicit(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_fetch_xor_explicit(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_xor(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_xor(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_xor_fetch(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_xor_fetch(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=atomic_fetch_and_explicit(&flag,1,acquire)
// expect: error race options: -m rc20 -DREAD=atomic_fetch_and_explicit(&flag,1,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_and(&flag,1,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_and(&flag,1,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_and_fetch(&flag,1,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_and_fetch(&flag,1,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_nand(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_nand(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=(~__atomic_nand_fetch(&flag,1,acquire))
// expect: error race options: -m rc20 -DREAD=(~__atomic_nand_fetch(&flag,1,relaxed))
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_max(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_max(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_max_fetch(&flag,0,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_max_fetch(&flag,0,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_fetch_min(&flag,5,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_fetch_min(&flag,5,relaxed)
// expect: safe options: -m rc20 -DREAD=__atomic_min_fetch(&flag,5,acquire)
// expect: error race options: -m rc20 -DREAD=__atomic_min_fetch(&flag,5,relaxed)
// expect: safe options: -m rc20 -DREAD=atomic_compare_exchange_strong_explicit(&flag,&one,2,acquire,relaxed)
// expect: error race options: -m rc20 -DREAD=atomic_compare_exchange_strong_explicit(&flag,&one,2,relaxed,relaxed)
// expect: safe options: -m rc20 -DREAD=(atomic_compare_exchange_strong_explicit(&flag,&zero,2,acq_rel,acquire),zero)
// expect: error race options: -m rc20 -DREAD=(atomic_compare_exchange_strong_explicit(&flag,&zero,2,acq_rel,relaxed),zero)
// expect: safe options: -m rc20 -DREAD=atomic_compare_exchange_weak_explicit(&flag,&one,2,acquire,relaxed)
// expect: error race options: -m rc20 -DREAD=atomic_compare_exchange_weak_explicit(&flag,&one,2,relaxed,relaxed)
// expect: safe options: -m rc20 -DREAD=(atomic_compare_exchange_weak_explicit(&flag,&zero,2,acq_rel,acquire),zero)
// expect: error race options: -m rc20 -DREAD=(atomic_compare_exchange_weak_explicit(&flag,&zero,2,acq_rel,relaxed),zero)
// expect: safe options: -m rc20 -DREAD=__atomic_compare_exchange_n(&flag,&one,2,0,acquire,relaxed)
// expect: error race options: -m rc20 -DREAD=__atomic_compare_exchange_n(&flag,&one,2,0,relaxed,relaxed)
// expect: safe options: -m rc20 -DREAD=(__atomic_compare_exchange_n(&flag,&zero,2,0,acq_rel,acquire),zero)
// expect: error race options: -m rc20 -DREAD=(__atomic_compare_exchange_n(&flag,&zero,2,0,acq_rel,relaxed),zero)
// expect: safe options: -m rc20 -DREAD=__atomic_compare_exchange(&flag,&one,&two,0,acquire,relaxed)
// expect: error race options: -m rc20 -DREAD=__atomic_compare_exchange(&flag,&one,&two,0,relaxed,relaxed)
// expect: safe options: -m rc20 -DREAD=(__atomic_compare_exchange(&flag,&zero,&two,0,acq_rel,acquire),zero)
// expect: error race options: -m rc20 -DREAD=(__atomic_compare_exchange(&flag,&zero,&two,0,acq_rel,relaxed),zero)
// expect: safe options: -m rc20 -DREAD=(atomic_load_explicit(&flag,relaxed)&&(atomic_thread_fence(acquire),1))
// expect: error race options: -m rc20 -DREAD=(atomic_load_explicit(&flag,relaxed)&&(atomic_thread_fence(relaxed),1))
// expect: safe options: -m rc20 -DREAD=(atomic_load_explicit(&flag,relaxed)&&(__atomic_thread_fence(acquire),1))
// expect: error race options: -m rc20 -DREAD=(atomic_load_explicit(&flag,relaxed)&&(__atomic_thread_fence(relaxed),1))
// expect: safe options: -m rc20 -DREAD=atomic_flag_test_and_set_explicit(&mark,acquire) -DWRITE=atomic_flag_test_and_set_explicit(&mark,release)
// expect: error race options: -m rc20 -DREAD=atomic_flag_test_and_set_explicit(&mark,relaxed) -DWRITE=atomic_flag_test_and_set_explicit(&mark,release)
// expect: safe options: -m rc20 -DREAD=__atomic_test_and_set(&byte,acquire) -DWRITE=__atomic_test_and_set(&byte,release)
// expect: error race options: -m rc20 -DREAD=__atomic_test_and_set(&byte,relaxed) -DWRITE=__atomic_test_and_set(&byte,release)
// What reads a flag, in each of its orders: relaxed, it does not see what was written before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef READ
#define READ atomic_load_explicit(&flag, acquire)
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
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
