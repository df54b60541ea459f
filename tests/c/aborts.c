// expect: error assertion options: -DEND=abort()
// expect: error assertion options: -DEND=__VERIFIER_error()
// expect: error assertion options: -DEND=reach_error()
// expect: error assertion options: -DEND=__builtin_trap()
// expect: error assertion options: -DEND=__builtin_abort()
// expect: error assertion options: -DEND=__VERIFIER_assert(zero)
// expect: safe options: -DEND=__VERIFIER_assert(one)
// expect: error assertion options: -DEND=assert(zero)
// expect: safe options: -DEND=assert(one)
// expect: error options: -DEND=__builtin_unreachable()
// What ends a program with an error where it is reached, and only there.
#include <assert.h>
#include <stdlib.h>
#ifndef END
#define END abort()
#endif
int main(void) {
  int zero = 0, one = 1;
  if (zero) abort();
  END;
  return zero + one - 1;
}
