#include <assert.h>

int give(long value);
extern _Atomic int flag;

int main(void) {
  assert(give(1) == 1 && flag == 0);
  return 0;
}
