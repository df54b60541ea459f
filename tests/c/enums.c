// expect: safe
#include <assert.h>
#include <stdatomic.h>
enum colour { Red, Green = 5, Blue, Last = Blue };
typedef enum { Off = -1, On } state;
static enum colour c = Green;
static _Atomic state s = Off;
int main(void) {
  enum { Local = sizeof(int) } x = Local;
  assert(c == 5 && Blue == 6 && Last == Blue && x == 4 && s == Off);
  s = On;
  c++;
  switch (c) { case Red: return 1; case Green: return 2; case Blue: break; }
  assert(s == 0);
  return 0;
}
