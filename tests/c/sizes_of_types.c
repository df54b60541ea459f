// expect: safe
// The size and the sign of each integer type that a header names.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>
#define IS(type, size, is_signed) (sizeof(type) == (size) && ((type)-1 < (type)1) == (is_signed))
#define HOLDS(type, size, is_signed) ({ type object; atomic_init(&object, -1); sizeof object == (size) && (object < 1) == (is_signed); })
int main(void) {
  assert(IS(size_t, 8, 0));
  assert(IS(ptrdiff_t, 8, 1));
  assert(IS(ssize_t, 8, 1));
  assert(IS(wchar_t, 4, 1));
  assert(IS(int8_t, 1, 1));
  assert(IS(uint8_t, 1, 0));
  assert(IS(int16_t, 2, 1));
  assert(IS(uint16_t, 2, 0));
  assert(IS(int32_t, 4, 1));
  assert(IS(uint32_t, 4, 0));
  assert(IS(int64_t, 8, 1));
  assert(IS(uint64_t, 8, 0));
  assert(IS(int_least8_t, 1, 1));
  assert(IS(uint_least8_t, 1, 0));
  assert(IS(int_least16_t, 2, 1));
  assert(IS(uint_least16_t, 2, 0));
  assert(IS(int_least32_t, 4, 1));
  assert(IS(uint_least32_t, 4, 0));
  assert(IS(int_least64_t, 8, 1));
  assert(IS(uint_least64_t, 8, 0));
  assert(IS(int_fast8_t, 1, 1));
  assert(IS(uint_fast8_t, 1, 0));
  assert(IS(int_fast16_t, 8, 1));
  assert(IS(uint_fast16_t, 8, 0));
  assert(IS(int_fast32_t, 8, 1));
  assert(IS(uint_fast32_t, 8, 0));
  assert(IS(int_fast64_t, 8, 1));
  assert(IS(uint_fast64_t, 8, 0));
  assert(IS(intptr_t, 8, 1));
  assert(IS(uintptr_t, 8, 0));
  assert(IS(intmax_t, 8, 1));
  assert(IS(uintmax_t, 8, 0));
  assert(IS(time_t, 8, 1));
  assert(IS(clock_t, 8, 1));
  assert(IS(pid_t, 4, 1));
  assert(sizeof(atomic_bool) == 1 && ({ atomic_bool truth = 2; truth == 1; }));
  assert(HOLDS(atomic_char, 1, 1));
  assert(HOLDS(atomic_schar, 1, 1));
  assert(HOLDS(atomic_uchar, 1, 0));
  assert(HOLDS(atomic_short, 2, 1));
  assert(HOLDS(atomic_ushort, 2, 0));
  assert(HOLDS(atomic_int, 4, 1));
  assert(HOLDS(atomic_uint, 4, 0));
  assert(HOLDS(atomic_long, 8, 1));
  assert(HOLDS(atomic_ulong, 8, 0));
  assert(HOLDS(atomic_llong, 8, 1));
  assert(HOLDS(atomic_ullong, 8, 0));
  assert(HOLDS(atomic_int8_t, 1, 1));
  assert(HOLDS(atomic_uint8_t, 1, 0));
  assert(HOLDS(atomic_int16_t, 2, 1));
  assert(HOLDS(atomic_uint16_t, 2, 0));
  assert(HOLDS(atomic_int32_t, 4, 1));
  assert(HOLDS(atomic_uint32_t, 4, 0));
  assert(HOLDS(atomic_int64_t, 8, 1));
  assert(HOLDS(atomic_uint64_t, 8, 0));
  assert(HOLDS(atomic_int_least8_t, 1, 1));
  assert(HOLDS(atomic_uint_least8_t, 1, 0));
  assert(HOLDS(atomic_int_least16_t, 2, 1));
  assert(HOLDS(atomic_uint_least16_t, 2, 0));
  assert(HOLDS(atomic_int_least32_t, 4, 1));
  assert(HOLDS(atomic_uint_least32_t, 4, 0));
  assert(HOLDS(atomic_int_least64_t, 8, 1));
  assert(HOLDS(atomic_uint_least64_t, 8, 0));
  assert(HOLDS(atomic_int_fast8_t, 1, 1));
  assert(HOLDS(atomic_uint_fast8_t, 1, 0));
  assert(HOLDS(atomic_int_fast16_t, 8, 1));
  assert(HOLDS(atomic_uint_fast16_t, 8, 0));
  assert(HOLDS(atomic_int_fast32_t, 8, 1));
  assert(HOLDS(atomic_uint_fast32_t, 8, 0));
  assert(HOLDS(atomic_int_fast64_t, 8, 1));
  assert(HOLDS(atomic_uint_fast64_t, 8, 0));
  assert(HOLDS(atomic_wchar_t, 4, 1));
  assert(HOLDS(atomic_intptr_t, 8, 1));
  assert(HOLDS(atomic_uintptr_t, 8, 0));
  assert(HOLDS(atomic_size_t, 8, 0));
  assert(HOLDS(atomic_ptrdiff_t, 8, 1));
  assert(HOLDS(atomic_intmax_t, 8, 1));
  assert(HOLDS(atomic_uintmax_t, 8, 0));
  assert(sizeof(memory_order) == 4 && sizeof(max_align_t) == 32 && _Alignof(max_align_t) == 16);
  return 0;
}
