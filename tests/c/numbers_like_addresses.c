// expect: safe
// Large numbers are not taken for addresses.
#include <assert.h>
#include <stdint.h>
static uint64_t hash = 1469598103934665603UL;
static int g;
static void add(uint64_t value) {
  hash = (hash ^ value) * 1099511628211UL;
  hash ^= hash >> 48 ^ hash << 7;
}
int main(void) {
  for (uint64_t i = 0; i < 80; i++) add(i * 0x9E3779B97F4A7C15UL + ((uintptr_t)&g & 1));
  assert(hash != 0);
  return 0;
}
