// expect: safe
// What is known when the program is read, and what is not.
#include <assert.h>
static int variable;
int main(void) {
  assert(__builtin_constant_p(3 + 4) == 1 && __builtin_constant_p(variable) == 0);
  return 0;
}
