// expect: error assertion
#include <assert.h>

int x;
static void set(int *p) { x = *p; }
static void f(void) {
  __attribute__((cleanup(set))) int g = 5;
  (void)g;
}
int main(void) {
  f();
  assert(x == 0);
}
