// expect: refused memset
#include <string.h>
static struct {
  int n;
  int* p;
} s;
int main(void) {
  memset(&s, 1, sizeof s);
  return s.n;
}
