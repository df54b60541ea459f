// expect: safe
// Ways into blocks and out of them: what is used is alive.
#include <assert.h>
#include <pthread.h>
static int *kept;
static void keep(int *p) { kept = p; }
static int inner(int n) {
  for (;;) {
    int x = n;
    keep(&x);
    if (n == 0) return *kept;
    if (n-- == 3) continue;
    {
      int y = *kept;
      keep(&y);
      if (*kept == 1) break;
    }
    keep(&x);
    assert(*kept == x);
  }
  return 10;
}
static int device(int n) {
  int sum = 0;
  switch (n) {
    int x;
    case 0: x = 5; keep(&x); sum += *kept;  // falls through
    case 1: {
      int y = 2;
      keep(&y);
      sum += *kept;
      case 2: y = 3; keep(&y); sum += *kept;
    }
  }
  return sum;
}
static int back(void) {
  int *p = 0, n = 0;
  {
    int x = 0;
  again:
    if (p) n += *p;
    x++;
    p = &x;
    keep(p);
    if (n < 3) goto again;
  }
  return n;
}
static int jump_in(int n) {
  if (n) goto inside;
  {
    int x;
    x = 1;
    keep(&x);
    return *kept;
  inside:
    x = 2;
    keep(&x);
    return *kept + 1;
  }
}
static void *worker(void *argument) { return *(void **)argument; }
int main(void) {
  assert(inner(0) == 0 && inner(4) == 10);
  assert(device(0) == 10 && device(1) == 5 && device(2) == 3 && device(3) == 0);
  assert(back() == 3);
  assert(jump_in(0) == 1 && jump_in(1) == 3);
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    void *value = &i;
    void *result;
    pthread_create(&t, 0, worker, &value);
    pthread_join(t, &result);
    assert(result == &i);
  }
  assert(({ int x = 4; keep(&x); *kept; }) == 4);
}
