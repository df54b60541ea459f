// expect: safe
// A copied block may end inside a scalar, which gets these bytes and keeps the others.
#include <assert.h>
#include <string.h>
typedef union {
  int first;
  struct {
    int tag;
    long value;
  } second;
} either;
static either a = {.second = {1, 0x0102030405060708}}, b;
int main(void) {
  b.second.value = -1;
  memcpy(&b, &a, 10);
  assert(b.first == 1 && b.second.value == (long)0xffffffffffff0708);
  memcpy(&b, &a, 12);
  return 0;
}
