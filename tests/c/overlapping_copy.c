// expect: error memory
#include <string.h>
static int a[4] = {1, 2, 3, 4};
int main(void) {
  memcpy(a + 1, a, 3 * sizeof(int));
  return 0;
}
