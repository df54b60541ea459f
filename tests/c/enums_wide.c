// expect: safe
#include <assert.h>
// The type of an enum holds all its values; an enumerator that is no `int` has that type.
enum high { High = 4000000000u, Higher };
enum both { Minus = -1, Plus = 4000000000u };
enum wide { Wide = 1L << 40, Narrow = 1 };
int main(void) {
  enum high h = High;
  enum both b = Plus;
  enum wide w = Wide;
  assert(sizeof h == 4 && h == 4000000000u && High + 1000000000 == 705032704u);
  assert(sizeof(High) == 4 && Higher == High + 1);
  assert(sizeof b == 8 && b == 4000000000 && Minus < 0 && sizeof(Minus) == 4);
  assert(sizeof w == 8 && w == 1L << 40 && sizeof(Narrow) == 4 && sizeof(Wide) == 8);
  return 0;
}
