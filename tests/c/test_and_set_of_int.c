// expect: safe options: -m aarch64
// expect: safe options: -m tso
// expect: error unsupported
// gcc sets and clears one byte, whatever the pointer is to; __sync_lock_release clears all.
#include <assert.h>

int w = 0x1200, v = 0x7fffff00;

int main(void) {
  assert(!__atomic_test_and_set(&v, 5));
  assert(__atomic_test_and_set(&v, 5));
  assert(v == 0x7fffff01);
  assert(!__atomic_test_and_set((char *)&w, 5));
  assert(w == 0x1201);
  __atomic_clear((_Bool *)&w, 5);
  assert(w == 0x1200);
  __sync_lock_release(&w);
  assert(w == 0);
  return 0;
}
