// expect: error assertion
// A function with the attribute `destructor` runs at the end.
#include <assert.h>
static int done;
__attribute__((destructor)) static void ends(void) { assert(done == 0); }
int main(void) {
  done = 1;
  return 0;
}
