// expect: safe
// Orders reach the accesses through parameters, variables, choices, members, arrays, results.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data[8];
static atomic_int flag[8];
static atomic_flag once = ATOMIC_FLAG_INIT;
struct orders {
  memory_order load, store;
};
static struct orders used = {memory_order_acquire, memory_order_release};
static const memory_order table[2] = {memory_order_acquire, memory_order_release};
enum { GET = memory_order_acquire, PUT = memory_order_release };

static memory_order putting(void) { return memory_order_release; }
static inline int get(atomic_int* p, memory_order order) { return atomic_load_explicit(p, order); }
static inline void put(atomic_int* p, memory_order order) { atomic_store_explicit(p, 1, order); }
static inline void fence(memory_order order) { atomic_thread_fence(order); }

static void* writer(void* unused) {
  const memory_order own = memory_order_release;
  memory_order chosen = data[0] ? memory_order_relaxed : memory_order_release;
  for (int i = 0; i < 8; i++) data[i] = 1;
  put(&flag[0], memory_order_release);
  atomic_store_explicit(&flag[1], 1, used.store);
  atomic_store_explicit(&flag[2], 1, table[1]);
  put(&flag[3], PUT);
  put(&flag[4], putting());
  atomic_store_explicit(&flag[5], 1, own);
  __atomic_store_n(&flag[6], 1, chosen);
  fence(memory_order_release);
  put(&flag[7], memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t t;
  int one = 1;
  pthread_create(&t, NULL, writer, NULL);
  if (get(&flag[0], memory_order_acquire)) assert(data[0] == 1);
  if (atomic_load_explicit(&flag[1], used.load)) assert(data[1] == 1);
  if (atomic_load_explicit(&flag[2], table[0])) assert(data[2] == 1);
  if (get(&flag[3], GET)) assert(data[3] == 1);
  if (atomic_load_explicit(&flag[4], one ? memory_order_acquire : memory_order_relaxed))
    assert(data[4] == 1);
  if (get(&flag[5], memory_order_consume)) assert(data[5] == 1);
  int found = 1;
  memory_order success = memory_order_acq_rel, failure = memory_order_relaxed;
  if (atomic_compare_exchange_strong_explicit(&flag[6], &found, 2, success, failure))
    assert(data[6] == 1);
  int seen;
  __atomic_load(&flag[7], &seen, success == memory_order_acq_rel ? memory_order_relaxed
                                                                 : memory_order_seq_cst);
  fence(memory_order_acquire);
  if (seen) assert(data[7] == 1);
  assert(!atomic_flag_test_and_set_explicit(&once, success));
  atomic_flag_clear_explicit(&once, memory_order_release);
  pthread_join(t, NULL);
  return 0;
}
