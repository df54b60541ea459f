// expect: safe options: parts/other_implicit.c
// expect: refused twice
// A function of another file that is called without a declaration returns an int.
#include <assert.h>
int main(void) {
  assert(twice(4) == 8);
  return 0;
}
