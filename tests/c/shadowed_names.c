// expect: safe
// Variables that hide others, or have a name that is a word of the core language: `drover convert` tells them apart.
#include <assert.h>
#include <stdatomic.h>
static atomic_int x = 3;
int main(void) {
  int y = x;
  {
    int x = y + 5;
    y += x;
    assert(x == 8);
  }
  assert(y == 11 && x == 3);
  { int y = 7; assert(y == 7); }
  assert(y == 11);
  int thread = x, block = 2;
  assert(thread == 3 && block == 2);
  return y;
}
