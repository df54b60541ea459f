// expect: error arithmetic
#include <limits.h>
#include <stdatomic.h>
static atomic_int v = INT_MAX;
int main(void) {
  v *= 2;
  return 0;
}
