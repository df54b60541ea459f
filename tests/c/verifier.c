// expect: safe
#include <assert.h>
#include <stdbool.h>
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __drover_nondet(1, 3);
  __VERIFIER_assume(x != 2);
  assert(x == 1 || x == 3);
  bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  return 0;
}
