// expect: safe
// [C11 6.2.6.1p6]: a struct may be copied of which only a part has been written.
#include <assert.h>
#include <string.h>
struct s {
  int a, b;
};
static struct s id(struct s p) { return p; }
int main(void) {
  struct s x, y, z;
  x.a = 1;
  y = x;
  memcpy(&z, &y, sizeof z);
  assert(id(z).a == 1);
  return 0;
}
