// expect: error assertion
#include <assert.h>
#include <stdlib.h>
int x;
void check(void) { assert(x == 0); }
int main(void) {
  atexit(check);
  x = 1;
  return 0;
}
