// expect: error arithmetic
#include <limits.h>
int main(void) {
  int x = INT_MAX;
  x++;
  return 0;
}
