// expect: refused ends inside a scalar
// Which scalars a union may hold is known when the whole program has been read.
#include <string.h>
typedef union {
  int first;
  struct {
    int tag;
    long value;
  } second;
} either;
static either a, b;
int main(void) {
  memcpy(&b, &a, 12);
  return (int)b.second.value + a.first;
}
