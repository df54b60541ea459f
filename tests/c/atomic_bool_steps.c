// expect: safe
// `b++` is one step, and gives the value before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_bool b, c = 1;
static int first, second;
static void* step(void* unused) {
  first = b++;
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, step, NULL);
  second = b++;
  pthread_join(t, NULL);
  assert(first + second == 1);
  assert(c-- == 1 && c == 0 && --c == 1 && ++c == 1);
  c += 5;
  assert(c == 1);
  c ^= 1;
  assert(c == 0);
  return 0;
}
