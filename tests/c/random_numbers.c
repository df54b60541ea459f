// expect: safe options: --nondet 1..3 -DVALUE=rand() -DNOT=0
// expect: safe options: --nondet 1..3 -DVALUE=rand() -DNOT=4
// expect: error assertion options: --nondet 1..3 -DVALUE=rand() -DNOT=1
// expect: error assertion options: --nondet 1..3 -DVALUE=rand() -DNOT=3
// expect: error assertion options: --nondet 1..3 -DVALUE=random() -DNOT=2
// expect: error assertion options: --nondet 1..3 -DVALUE=lrand48() -DNOT=2
// expect: error assertion options: --nondet 1..3 -DVALUE=sched_getcpu() -DNOT=2
// expect: error assertion options: --nondet 1..3 -DVALUE=rand_r(&seed) -DNOT=2
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_int() -DNOT=-3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_char() -DNOT=-1
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_short() -DNOT=-1
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_long() -DNOT=-1
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_longlong() -DNOT=-1
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_uint() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_unsigned() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_uchar() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_ushort() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_ulong() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_ulonglong() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_size_t() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_u8() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_u16() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_u32() -DNOT=3
// expect: error assertion options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_u64() -DNOT=3
// expect: error assertion options: --nondet 1..3 -DVALUE=byte(1) -DNOT=2
// expect: safe options: --nondet 1..3 -DVALUE=byte(1) -DNOT=0
// expect: safe options: --nondet 1..3 -DVALUE=byte(0) -DNOT=2
// expect: safe options: --nondet -3..3 -DVALUE=__VERIFIER_nondet_uint() -DNOT=-1
// expect: safe options: --nondet -3..3 -DVALUE=rand() -DNOT=-1
// expect: error assertion options: --nondet 250..260 -DVALUE=__VERIFIER_nondet_uchar() -DNOT=255
// expect: safe options: --nondet 250..260 -DVALUE=__VERIFIER_nondet_uchar() -DNOT=256
// expect: refused rand --nondet options: --nondet -3..-1 -DVALUE=rand() -DNOT=0
// expect: refused rand --nondet options: -DVALUE=rand() -DNOT=0
// expect: refused random --nondet options: -DVALUE=random() -DNOT=0
// expect: refused __VERIFIER_nondet_uint --nondet options: -DVALUE=__VERIFIER_nondet_uint() -DNOT=0
// Numbers from outside are each of the given range that their type has, and no other; where any of
// them may matter, they are refused without a range.
#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/random.h>
#ifndef VALUE
#define VALUE rand()
#define NOT 0
#endif
static int array[8];
long byte(size_t size) {
  unsigned char read = 0;
  assert(getrandom(&read, size, GRND_RANDOM) == (ssize_t)size);
  return read;
}
int main(void) {
  unsigned seed = 5;
  long value = VALUE;
  array[value & 7] = 1;
  assert(value != NOT && (seed == 5 || seed == 6));
  return 0;
}
