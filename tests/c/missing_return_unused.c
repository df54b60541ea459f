// expect: safe
// What is not used may be missing; so may the value of main.
#include <pthread.h>
#include <stdlib.h>
static int f(int x) {
  if (x) return 1;
}
static void *worker(void *argument) { f(argument != 0); }
enum kind { A, B };
static int of(enum kind kind) {
  switch (kind) {
    case A: return 1;
    case B: return 2;
  }
}
static int endless(void) {
  for (;;) {
    if (of(B) == 2) return 3;
  }
}
static int fails(int x) {
  if (x) return 4;
  abort();
}
int main(void) {
  pthread_t t;
  void *result;
  f(0);
  (void)f(0);
  f(0), f(0);
  int (*p)(int) = f;
  p(0);
  int sum = f(2) + of(A) + endless() + fails(1);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &result);
  if (sum != 9) abort();
}
