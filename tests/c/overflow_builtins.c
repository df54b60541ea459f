// expect: safe
// Arithmetic that reports an overflow: the result is the exact one, cut to the type of its place.
#include <assert.h>
#include <limits.h>
#include <stdint.h>
static volatile int number;
static volatile long far;
static volatile unsigned long wide;
static int of(int value) { number = value; return number; }
static long of_far(long value) { far = value; return far; }
static unsigned long of_wide(unsigned long value) { wide = value; return wide; }
struct pair { int first; signed char second; };
int main(void) {
  int i;
  long l;
  long long ll;
  unsigned u;
  unsigned long ul;
  unsigned long long ull;
  struct pair pair = { 0, 0 };
  uint8_t byte;
  assert(!__builtin_add_overflow(of(INT_MAX), 1, &l) && l == 2147483648);
  assert(__builtin_add_overflow(of(INT_MAX), 1, &i) && i == INT_MIN);
  assert(!__builtin_add_overflow(of(-1), of_wide(1), &u) && u == 0);
  assert(__builtin_add_overflow(of(-2), of_wide(1), &ul) && ul == ULONG_MAX);
  assert(!__builtin_add_overflow(of(-2), of_wide(1), &l) && l == -1);
  assert(__builtin_add_overflow(of_wide(ULONG_MAX), 1u, &ul) && ul == 0);
  assert(__builtin_add_overflow(of_far(LONG_MAX), 1, &l) && l == LONG_MIN);
  assert(!__builtin_add_overflow(of_far(LONG_MAX), 1, &ul) && ul == 1UL << 63);
  assert(!__builtin_sub_overflow(of(3), of_wide(5), &i) && i == -2);
  assert(__builtin_sub_overflow(of(3), of(5), &u) && u == UINT_MAX - 1);
  assert(__builtin_sub_overflow(of_far(LONG_MIN), 1, &l) && l == LONG_MAX);
  assert(!__builtin_sub_overflow(of_wide(ULONG_MAX), of_far(-0), &ul) && ul == ULONG_MAX);
  assert(__builtin_sub_overflow(of_wide(0), of_far(LONG_MIN), &l) && l == LONG_MIN);
  assert(!__builtin_sub_overflow(of_wide(0), of_far(LONG_MIN), &ul) && ul == 1UL << 63);
  assert(!__builtin_mul_overflow(of(-3), of(5), &i) && i == -15);
  assert(__builtin_mul_overflow(of_far(1L << 40), of_far(1L << 40), &l) && l == 0);
  assert(__builtin_mul_overflow(of_far(LONG_MIN), -1, &l) && l == LONG_MIN);
  assert(!__builtin_mul_overflow(of_far(LONG_MIN), -1, &ul) && ul == 1UL << 63);
  assert(__builtin_mul_overflow(of_wide(ULONG_MAX), of_wide(ULONG_MAX), &ul) && ul == 1);
  assert(!__builtin_mul_overflow(of_wide(ULONG_MAX), -0, &ul) && ul == 0);
  assert(__builtin_mul_overflow(of_wide(3), -1, &ul) && ul == -3UL);
  assert(!__builtin_mul_overflow(of_wide(3), -1, &l) && l == -3);
  assert(!__builtin_mul_overflow(of_wide(0xffffffff), of_wide(0x100000001), &ul) && ul == ULONG_MAX);
  assert(__builtin_add_overflow(of(100), of(100), &pair.second) && pair.second == -56);
  assert(!__builtin_sub_overflow(of(100), of(100), &pair.first) && pair.first == 0);
  assert(__builtin_mul_overflow(of(16), of(16), &byte) && byte == 0);
  assert(__builtin_add_overflow_p(of(127), 1, (int8_t)0) && !__builtin_add_overflow_p(of(127), 1, 0));
  assert(__builtin_sub_overflow_p(of(0), 1, 0u) && !__builtin_sub_overflow_p(of(5), 5, 0u) && !__builtin_sub_overflow_p(of(0), 1, 0));
  assert(__builtin_mul_overflow_p(of(65536), 65536, 0) && !__builtin_mul_overflow_p(of(65536), 65536, 0L));
  assert(__builtin_sadd_overflow(of(INT_MAX), 1, &i) && i == INT_MIN && !__builtin_ssub_overflow(of(5), 6, &i) && i == -1);
  assert(__builtin_smul_overflow(of(1 << 30), 4, &i) && i == 0);
  assert(__builtin_saddl_overflow(of_far(LONG_MAX), 2, &l) && l == LONG_MIN + 1 && !__builtin_saddll_overflow(of_far(1), 2, &ll) && ll == 3);
  assert(__builtin_ssubl_overflow(of_far(-2), LONG_MAX, &l) && !__builtin_ssubll_overflow(of_far(1), 2, &ll) && ll == -1);
  assert(__builtin_smull_overflow(of_far(LONG_MAX), 2, &l) && l == -2 && !__builtin_smulll_overflow(of_far(7), 2, &ll) && ll == 14);
  assert(__builtin_uadd_overflow(of(-1), 1, &u) && u == 0 && __builtin_usub_overflow(of(3), 5, &u) && u == UINT_MAX - 1);
  assert(__builtin_umul_overflow(of(1 << 16), 1 << 16, &u) && u == 0);
  assert(__builtin_uaddl_overflow(of_wide(-1), 1, &ul) && ul == 0 && !__builtin_uaddll_overflow(of_wide(1), 1, &ull) && ull == 2);
  assert(__builtin_usubl_overflow(of_wide(3), 5, &ul) && ul == ULONG_MAX - 1 && !__builtin_usubll_overflow(of_wide(5), 1, &ull) && ull == 4);
  assert(__builtin_umull_overflow(of_wide(1UL << 32), 1UL << 32, &ul) && ul == 0 && !__builtin_umulll_overflow(of_wide(5), 3, &ull) && ull == 15);
  return 0;
}
