// expect: safe
#include <assert.h>
#include <stdint.h>
int main(void) {
  unsigned sign = 1 << 31;
  assert(sign == 0x80000000u && (1 << 31) < 0);
  assert((int8_t)200 == -56 && (uint8_t)-1 == 255 && (unsigned)-1 > 0);
  assert(-1 < 0u == 0 && (uint16_t)65535 + 1 == 65536 && sizeof(1 ? (char)1 : (short)1) == 4);
  uint32_t u = 3;
  assert(u - 4 == UINT32_MAX && (int64_t)u - 4 == -1 && (u - 4) / 2 == 2147483647u);
  assert((uint64_t)-1 / 3 == 6148914691236517205UL && (uint64_t)-1 % 10 == 5);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 1 << 4 == 16 && -8 >> 1 == -4);
  char c = 'z';
  c += 10;
  assert(c == -124);
  _Bool b = 256;
  assert(b == 1 && !!(void *)&u);
  intptr_t i = (intptr_t)&u;
  assert(*(uint32_t *)i == 3);
  return 0;
}
