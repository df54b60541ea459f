// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *leaf(void *u) { n++; return u; }
static void *parent(void *u) {
  pthread_t t;
  pthread_create(&t, 0, leaf, 0);
  n++;
  pthread_join(t, 0);
  return u;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, parent, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 4);
  return 0;
}
