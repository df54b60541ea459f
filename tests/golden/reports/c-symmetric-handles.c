// Threads that do the same, whose handles are in an array: 15 executions stand for 90.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *run(void *unused) {
  n++;
  n++;
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
