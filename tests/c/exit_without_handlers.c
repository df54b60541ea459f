// expect: safe
#include <assert.h>
#include <stdlib.h>
void handler(void) { assert(0); }
int main(void) {
  atexit(handler);
  _Exit(0);
}
