// expect: safe options: -DVALUE=__drover_nondet(1,3) -DNOT=0
// expect: error assertion options: -DVALUE=__drover_nondet(1,3) -DNOT=1
// expect: error assertion options: -DVALUE=__drover_nondet(1,3) -DNOT=2
// expect: error assertion options: -DVALUE=__drover_nondet(1,3) -DNOT=3
// expect: safe options: -DVALUE=__drover_nondet(1,3) -DNOT=4
// expect: safe options: -DVALUE=__VERIFIER_nondet_bool() -DNOT=2
// expect: error assertion options: -DVALUE=__VERIFIER_nondet_bool() -DNOT=0
// expect: error assertion options: -DVALUE=__VERIFIER_nondet_bool() -DNOT=1
// expect: safe options: -DVALUE=__drover_nondet(1,3) -DNOT=2 -DASSUMED=1
// expect: error assertion options: -DVALUE=__drover_nondet(1,3) -DNOT=3 -DASSUMED=1
// A choice has each of its values, and no other; what is assumed leaves some of them out.
#include <assert.h>
#ifndef VALUE
#define VALUE __drover_nondet(1, 3)
#define NOT 0
#endif
int main(void) {
  int value = VALUE;
#ifdef ASSUMED
  __VERIFIER_assume(value != 2);
#endif
  assert(value != NOT);
  return 0;
}
