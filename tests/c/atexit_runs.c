// expect: error assertion
// What is registered runs at the end.
#include <assert.h>
#include <stdlib.h>
static int done;
static void at_the_end(void) { assert(done == 0); }
int main(void) {
  assert(atexit(at_the_end) == 0);
  done = 1;
  return 0;
}
