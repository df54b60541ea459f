// expect: safe
// Sums and differences of atomic integers wrap around; each operator is one step.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int v = INT_MAX, n = 1;
static atomic_uchar narrow = 250;
static _Atomic long wide = 5;
static int cells[4];
static int* _Atomic p = cells;
static void* twice(void* unused) {
  n *= 2;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, twice, NULL);
  n *= 3;
  pthread_join(t, NULL);
  assert(n == 6);
  assert((v += 1) == INT_MIN && (v -= 1) == INT_MAX);
  assert((narrow += 10) == 4 && (narrow -= 5) == 255 && (narrow <<= 1) == 254);
  assert((wide /= 2) == 2 && (wide %= 2) == 0 && (wide |= 6) == 6 && (wide &= 3) == 2);
  assert((wide ^= 7) == 5 && (wide >>= 1) == 2);
  assert((p += 3) == cells + 3 && (p -= 1) == cells + 2);
  return 0;
}
