// expect: error memory
#include <assert.h>
int main(void) {
  int *p;
  {
    int x = 5;
    p = &x;
  }
  assert(*p == 5);
}
