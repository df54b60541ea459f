// expect: safe
// What a declaration says of alignment is so.
#include <assert.h>
#include <stdint.h>
struct padded { char first; _Alignas(16) char second; };
static _Alignas(64) char block[3];
static _Alignas(long) char other[3];
int main(void) {
  assert(sizeof(struct padded) == 32 && _Alignof(struct padded) == 16);
  assert((uintptr_t)block % 64 == 0 && (uintptr_t)other % 8 == 0);
  return 0;
}
