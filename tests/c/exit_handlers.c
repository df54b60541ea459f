// expect: error assertion
// They run in reverse, one that a handler registers included, after `exit` deep inside.
#include <assert.h>
#include <stdlib.h>
int order;
void last(void) { assert(order != 3); }
void third(void) {
  assert(order == 2);
  order = 3;
}
void second(void) {
  assert(order == 1);
  order = 2;
  assert(atexit(third) == 0);
}
void first(void) {
  assert(order == 0);
  order = 1;
}
void deep(int depth) {
  if (depth == 0) exit(0);
  deep(depth - 1);
}
int main(void) {
  atexit(last);
  atexit(second);
  atexit(first);
  deep(3);
  assert(0 && "not reached");
  return 0;
}
