// expect: safe
// Values of a literal outside functions are held as those of any other object of their type.
#include <assert.h>
static unsigned char *p = (unsigned char[]){255, 1};
int main(void) {
  signed char *q = (signed char *)p;
  assert(*q == -1);
  assert(*p == 255);
  return 0;
}
