// expect: error memory
#include <assert.h>
int main(void) {
  char *s = "abc";
  s[0] = 'x';
  assert(s[0] == 'x');
}
