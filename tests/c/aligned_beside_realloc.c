// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int* p = aligned_alloc(64, 128);
  assert((uintptr_t)p % 64 == 0);
  free(p);
  p = realloc(NULL, sizeof(int));
  free(p);
  return 0;
}
