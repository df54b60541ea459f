// expect: safe options: -O2 -Wall -Wextra -Werror -Wno-unused -pthread -g -c -o flags.o -fno-strict-aliasing -march=native -m64 -mtune=generic -pedantic -lpthread -lm -pipe -MMD -MF flags.d -std=gnu11 -isystem parts/include -iquote parts -DBIG=1UL -DNAME="x" -DADD(a,b)=((a)+(b)) -DNOTHING= -DONE -D N=010 -UGONE -include parts/first.h
// What a compiler's command has: flags without an effect on the program, folders, macros.
#include <assert.h>
#include <of_system.h>
#include "linkage_stack.h"
#ifdef GONE
#error GONE is defined
#endif

NOTHING int main(void) {
  static const char name[] = NAME;
  assert(sizeof(BIG) == 8 && name[0] == 'x' && sizeof name == 2);
  assert(ADD(ONE, 2) == 3 && N == 8);
  assert(of_system == 5 && first == 6);
  options_t none = {0};
  return none.value;
}
