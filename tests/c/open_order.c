// expect: safe open-order 9 13 17
// Other threads access meanwhile what both parts of these expressions access, or the parts conflict.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, a[3];
int p, q, calls;
void *sums(void *unused) {
  int r = x - x;
  return unused;
}
void *indexed(void *unused) {
  a[x] = y;
  return unused;
}
int next(void) { return ++calls; }
int pair(void) { return 10 * next() + next(); }
int last(void) { return 10 * p + pair(); }
void *writer(void *unused) {
  x = 1;
  y = x && y ? 1 : x + y;
  return unused;
}
int main(void) {
  p = p + q;
  q += p >> 1 ^ p;
  assert(pair() == 12);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, sums, 0);
  pthread_create(&threads[1], 0, indexed, 0);
  pthread_create(&threads[2], 0, writer, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(x + y > 0 && last() == 34);
  return 0;
}
