// expect: error unsupported
// Tags in the upper 16 bits of a pointer are not supported: they are refused, not misread.
#include <assert.h>
#include <stdint.h>
static int g;
int main(void) {
  uint64_t tagged = (uintptr_t)&g | (5ull << 48);
  assert(tagged >> 48 == 5);
  return 0;
}
