// expect: safe
// Hints give their first argument; what a compiler knows of an object, Drover does not; addresses of
// code and frames are those of nothing.
#include <assert.h>
#include <stddef.h>
static int n;
static int block[4];
int main(void) {
  assert(__builtin_expect_with_probability((n++, 5), 1, 0.9) == 5 && n == 1);
  int *aligned = __builtin_assume_aligned((n++, block), 16);
  assert(aligned == block && n == 2);
  assert(__builtin_object_size((n++, block), 0) == (size_t)-1 && __builtin_object_size(block, 2) == 0);
  assert(__builtin_dynamic_object_size((n++, block), 1) == (size_t)-1 && __builtin_dynamic_object_size(block, 3) == 0);
  assert(__builtin_return_address(0) != NULL && __builtin_frame_address(0) != NULL);
  return 0;
}
