// expect: safe
#include <assert.h>
#include <string.h>
int main(void) {
  assert(strlen("ab\0cd") == 2 && strlen("") == 0 && strlen("\0x") == 0 && strlen("abc") == 3);
  return 0;
}
