// expect: safe
// Attributes that mean something, where it can be seen.
#include <assert.h>
#include <stdint.h>
static int started, cleaned;
__attribute__((constructor)) static void starts(void) { started = 5; }
static void clean(int *value) { cleaned += *value; }
static void leaves(void) {
  __attribute__((cleanup(clean))) int value = 3;
  assert(cleaned == 0 && value == 3);
}
struct tight { char first; int second; } __attribute__((packed));
struct wide { char first; char second __attribute__((aligned(16))); };
static char block[3] __attribute__((aligned(64)));
typedef int byte __attribute__((mode(QI)));
#pragma pack(push, 1)
struct squeezed { char first; long second; };
#pragma pack(pop)
struct loose { char first; long second; };
int main(void) {
  leaves();
  assert(started == 5 && cleaned == 3);
  assert(sizeof(struct tight) == 5 && sizeof(struct wide) == 32 && (uintptr_t)block % 64 == 0);
  assert(sizeof(byte) == 1 && sizeof(struct squeezed) == 9 && sizeof(struct loose) == 16);
  return 0;
}
