// expect: safe options: -DCLAIM=1
// expect: error assertion options: -DCLAIM=truth==0
// expect: error assertion options: -DCLAIM=truth!=0
// expect: error assertion options: -DCLAIM=remainder!=2
// expect: error assertion options: -DCLAIM=remainder!=0
// expect: safe options: -DCLAIM=remainder<3&&remainder>=0
// expect: error assertion options: -DCLAIM=masked!=4
// expect: safe options: -DCLAIM=(masked&~5)==0
// expect: error assertion options: -DCLAIM=place!=0
// expect: error assertion options: -DCLAIM=place!=1
// expect: error assertion options: -DCLAIM=place!=2
// expect: error assertion options: -DCLAIM=place!=3
// expect: error assertion options: -DCLAIM=place!=4
// expect: error assertion options: -DCLAIM=kind!=1
// expect: error assertion options: -DCLAIM=kind!=2
// expect: error assertion options: -DCLAIM=kind!=3
// expect: error assertion options: -DCLAIM=low!=1
// expect: safe options: -DCLAIM=below==0
// expect: error assertion options: -DCLAIM=signed_remainder!=-1
// expect: error assertion options: -DCLAIM=assumed!=1
// Without a range: where a number is only compared, or only its remainder counts, some numbers stand
// for all of them.
#include <assert.h>
#include <stdlib.h>
#ifndef CLAIM
#define CLAIM 1
#endif
int main(void) {
  int truth = 0, kind = 0, low = 0, below = 0, assumed = 0;
  if (__VERIFIER_nondet_int()) truth = 1;
  int remainder = rand() % 3;
  int masked = __VERIFIER_nondet_int() & 5;
  int value = __VERIFIER_nondet_int();
  int place = value < -5 ? 0 : value == -5 ? 1 : value < 1000 ? 2 : value == 1000 ? 3 : 4;
  switch (__VERIFIER_nondet_uint()) {
    case 7: kind = 1; break;
    case 9 ... 11: kind = 2; break;
    default: kind = 3; break;
  }
  unsigned char small;
  small = __VERIFIER_nondet_uchar();
  if (small == 0) low = 1;
  if (small > 255) below = 1;
  int signed_remainder = __VERIFIER_nondet_long() % 2;
  int given = __VERIFIER_nondet_int();
  __VERIFIER_assume(given > 6);
  if (given == 7) assumed = 1;
  assert(CLAIM);
  return 0;
}
