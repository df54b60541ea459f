// expect: error memory
#include <string.h>
static int a[4], b[4], n = 4;
int main(void) {
  memcpy(a, b, n - 5);
  return 0;
}
