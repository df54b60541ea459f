// expect: safe
// The function of a variable with a cleanup is called when its scope is left, in whatever way, the
// last variable first, and behind the value that is returned.
#include <assert.h>
#include <pthread.h>

int log_[32];
int count;
static void note(int *p) { log_[count++] = *p; }
static void expect(int n, const int *values) {
  assert(count == n);
  for (int i = 0; i < n; i++) assert(log_[i] == values[i]);
  count = 0;
}

static void falls_through(void) {
  __attribute__((cleanup(note))) int a = 1;
  int b __attribute__((cleanup(note))) = 2;
  {
    int c __attribute__((__cleanup__(note))) = 3;
    (void)c;
  }
  a = 4;
  (void)a;
  (void)b;
}
static int returns(int x) {
  int a __attribute__((cleanup(note))) = x;
  if (x > 1) {
    int b __attribute__((cleanup(note))) = x + 1;
    return a++ + b;
  }
  return count;
}
static void loops(void) {
  for (int i = 0; i < 4; i++) {
    int a __attribute__((cleanup(note))) = i;
    if (i == 1) continue;
    {
      int b __attribute__((cleanup(note))) = 10 + a;
      if (i == 2) break;
      (void)b;
    }
  }
}
static void jumps(void) {
  int n = 0;
again:;
  int a __attribute__((cleanup(note))) = n;
  {
    int b __attribute__((cleanup(note))) = 20 + n;
    (void)b;
    if (n++ == 0) goto again;
    goto out;
  }
out:
  a = 7;
}
static void chooses(int x) {
  switch (x) {
    case 0: {
      int a __attribute__((cleanup(note))) = 5;
      (void)a;
    }
      // falls through
    case 1: {
      int a __attribute__((cleanup(note))) = 6;
      (void)a;
      break;
    }
    default: break;
  }
}
static int expression(void) {
  return ({
    int a __attribute__((cleanup(note))) = 8;
    a + count;
  });
}

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void unlock(pthread_mutex_t **p) { pthread_mutex_unlock(*p); }
static void *worker(void *argument) {
  __attribute__((cleanup(unlock))) pthread_mutex_t *guard = &m;
  pthread_mutex_lock(guard);
  x++;
  return argument;
}

int main(void) {
  falls_through();
  expect(3, (int[]){3, 2, 4});
  assert(returns(0) == 0);
  expect(1, (int[]){0});
  assert(returns(5) == 11);
  expect(2, (int[]){6, 6});
  loops();
  expect(5, (int[]){10, 0, 1, 12, 2});
  jumps();
  expect(4, (int[]){20, 0, 21, 7});
  chooses(0);
  expect(2, (int[]){5, 6});
  assert(expression() == 8);
  expect(1, (int[]){8});
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  assert(x == 2);
}
