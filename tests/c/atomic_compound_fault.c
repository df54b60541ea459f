// expect: error arithmetic
#include <stdatomic.h>
static atomic_int v = 1;
static int zero;
int main(void) {
  v /= zero;
  return 0;
}
