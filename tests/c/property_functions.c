// expect: safe
// expect: error assertion options: -DVALUE=3
// The functions of SV-COMP's programs mean an error and an assumption, whatever their bodies are.
#include <assert.h>
#include <stdlib.h>
#ifndef VALUE
#define VALUE 2
#endif
void reach_error(void) {}
void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
int main(void) {
  int x = __drover_nondet(1, 3);
  assume_abort_if_not(x != VALUE);
  if (x == 2) reach_error();
  return 0;
}
