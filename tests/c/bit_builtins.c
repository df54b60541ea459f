// expect: safe
// Functions of bits: of constants, and of values that are known only when the program runs.
#include <assert.h>
#include <strings.h>
static volatile unsigned word;
static volatile unsigned long wide;
static volatile int number;
static volatile long far;
static unsigned of(unsigned value) { word = value; return word; }
static unsigned long of_wide(unsigned long value) { wide = value; return wide; }
static int of_number(int value) { number = value; return number; }
static long of_far(long value) { far = value; return far; }
int main(void) {
  assert(__builtin_clz(of(1)) == 31 && __builtin_clz(of(0x80000000)) == 0 && __builtin_clz(of(0x5000)) == 17);
  assert(__builtin_clzl(of_wide(1)) == 63 && __builtin_clzll(of_wide(1UL << 63)) == 0);
  assert(__builtin_clzl(of_wide(0x123456789)) == 31 && __builtin_clzll(of_wide(3)) == 62);
  assert(__builtin_ctz(of(8)) == 3 && __builtin_ctz(of(0x80000000)) == 31 && __builtin_ctz(of(5)) == 0);
  assert(__builtin_ctzl(of_wide(1UL << 63)) == 63 && __builtin_ctzll(of_wide(1UL << 40)) == 40);
  assert(__builtin_ffs(of_number(0)) == 0 && __builtin_ffs(of_number(-2147483647 - 1)) == 32);
  assert(__builtin_ffsl(of_far(0)) == 0 && __builtin_ffsll(of_far(1L << 62)) == 63 && __builtin_ffsl(of_far(6)) == 2);
  assert(ffs(of_number(12)) == 3 && ffsl(of_far(1L << 33)) == 34 && ffsll(of_far(-1)) == 1);
  assert(__builtin_popcount(of(0xffffffff)) == 32 && __builtin_popcount(of(0x10101)) == 3);
  assert(__builtin_popcountl(of_wide(-1UL)) == 64 && __builtin_popcountll(of_wide(0xf0f0f0f0f0f0f0f0)) == 32);
  assert(__builtin_popcountl(of_wide(0)) == 0 && __builtin_popcount(of_number(-1)) == 32);
  assert(__builtin_parity(of(7)) == 1 && __builtin_parityl(of_wide(3UL << 40)) == 0 && __builtin_parityl(of_wide(7UL << 40)) == 1 && __builtin_parityll(of_wide(1)) == 1);
  assert(__builtin_clrsb(of_number(0)) == 31 && __builtin_clrsb(of_number(-1)) == 31 && __builtin_clrsb(of_number(-2147483647 - 1)) == 0);
  assert(__builtin_clrsbl(of_far(1)) == 62 && __builtin_clrsbll(of_far(-3)) == 61);
  assert(__builtin_bswap16(of(0x1234)) == 0x3412 && __builtin_bswap32(of(0x12345678)) == 0x78563412);
  assert(__builtin_bswap64(of_wide(0x1122334455667788)) == 0x8877665544332211);
  assert(__builtin_bswap64(of_wide(0x80)) == 0x8000000000000000);
  assert(__builtin_rotateleft8(of(0x81), of(1)) == 3 && __builtin_rotateright8(of(0x81), of(1)) == 0xc0);
  assert(__builtin_rotateleft16(of(0x8001), of(20)) == 0x18 && __builtin_rotateright16(of(0x8001), of(4)) == 0x1800);
  assert(__builtin_rotateleft32(of(0x80000001), of(0)) == 0x80000001 && __builtin_rotateleft32(of(0x80000001), of(4)) == 0x18 && __builtin_rotateright32(of(1), of(1)) == 0x80000000);
  assert(__builtin_rotateleft64(of_wide(1UL << 63), of(1)) == 1 && __builtin_rotateright64(of_wide(1), of(63)) == 2);
  return 0;
}
