// expect: error assertion
#include <assert.h>
static union {
  int i;
  unsigned u;
} x;
int main(void) {
  x.i = -1;
  assert(x.u != 0xffffffffu);
  return 0;
}
