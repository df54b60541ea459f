// expect: error arithmetic options: -DCOUNT=__builtin_clz
// expect: error arithmetic options: -DCOUNT=__builtin_ctz
// expect: error arithmetic options: -DCOUNT=__builtin_clzl
// expect: error arithmetic options: -DCOUNT=__builtin_ctzll
// expect: safe options: -DCOUNT=__builtin_popcount
// The zeros before or after the bits of 0 are not defined.
#ifndef COUNT
#define COUNT __builtin_clz
#endif
static unsigned value;
int main(void) {
  int count = COUNT(value);
  return count;
}
