// expect: error memory
#include <stdint.h>
union u { int32_t whole; int8_t parts[4]; };
int main(void) {
  union u a;
  a.whole = 0x01020304;
  return a.parts[0];
}
