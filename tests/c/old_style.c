// expect: safe
#include <assert.h>
static int shifted(value, places, from)
  char value;
  int places, *from;
{
  return (value << places) + from[1];
}
static plain(x) { return x + 1; }
main() {
  int list[2] = {0, 5};
  assert(shifted(258, 3, list) == 21 && plain(2) == 3);
  return 0;
}
