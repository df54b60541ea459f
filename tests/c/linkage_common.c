// expect: safe options: parts/linkage_common.c
// Both files define the variable, without an initial value: it is one variable.
#include <assert.h>

int common;
extern _Thread_local int of_thread;
void set_common(int value);

int main(void) {
  set_common(3);
  assert(common == 3);
  assert(of_thread == 4);
  return 0;
}
