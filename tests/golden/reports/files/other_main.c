#include <assert.h>

int give(long value);

int main(void) {
  assert(give(0) == 1);
  return 0;
}
