// expect: error assertion
// GenMC may leave out what is optional; the compiled program does it.
#include <assert.h>
#include <genmc.h>
int main(void) {
  int done = 0;
  __VERIFIER_optional(done = 1;);
  assert(done == 0);
  return 0;
}
