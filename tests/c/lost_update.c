// expect: error assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *run(void *unused) { n = n + 1; return unused; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, run, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(n == 2);
  return 0;
}
