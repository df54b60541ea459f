// expect: error assertion
// __sync_lock_test_and_set only acquires: store buffering through it is allowed.
#include <assert.h>
#include <pthread.h>

static int x, y, z[2], a, b;

static void* first(void* unused) {
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  __sync_lock_test_and_set(&z[0], 1);
  a = __atomic_load_n(&y, __ATOMIC_RELAXED);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
  __sync_lock_test_and_set(&z[1], 1);
  b = __atomic_load_n(&x, __ATOMIC_RELAXED);
  pthread_join(t, NULL);
  assert(a || b);
  return 0;
}
