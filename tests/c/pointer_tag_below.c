// expect: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static int g;
int main(void) {
  int* h = malloc(sizeof(int));
  uintptr_t p = (uintptr_t)h | 1, q = (uintptr_t)&g;
  assert((p & 1) == 1 && (p & 7) == 1 && (int*)(p & ~(uintptr_t)7) == h);
  assert((int*)((q ^ 2) - 2) == &g && ((uint64_t)0x7fff << 48) >> 48 == 0x7fff);
  assert((INT64_MAX >> 48) == 0x7fff && (UINT64_MAX & 0xffffffffffff) == 0xffffffffffff);
  free(h);
  return 0;
}
