// expect: error arithmetic
#include <limits.h>
static int l = INT_MIN, m = -1, r;
int main(void) {
  r = l % m;
  return 0;
}
