// expect: safe
// The same bytes with and without a sign: unions, casts of pointers, memcpy, memcmp, generic
// atomic functions, compare-exchange.
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

union word {
  int i;
  unsigned u;
};
struct with_sign {
  signed char t;
  int v;
};
struct without_sign {
  unsigned char t;
  unsigned v;
};

static union word global = {.u = 0xfffffffeu};
static int minus = -1;
static unsigned big;
static atomic_int cell = -1;
static unsigned char bytes[4];
static const char text[4] = "\xff\x80z";
static struct without_sign source = {200, 0x80000000u};
static struct with_sign target;
static unsigned short half = 0xffff;

int main(void) {
  union word u;
  u.i = -1;
  assert(u.u == 0xffffffffu && u.u > 5);
  u.u = 0x80000000u;
  assert(u.i < 0);
  assert(global.i == -2);
  memcpy(&big, &minus, sizeof big);
  assert(big == 0xffffffffu && big / 2 == 0x7fffffffu);
  memcpy(bytes, text, 3);
  assert(bytes[0] == 255 && bytes[1] == 128 && bytes[2] == 'z');
  assert(memcmp(bytes, text, 3) == 0);
  memcpy(&target, &source, sizeof target);
  assert(target.t == -56 && target.v < 0);
  assert(*(unsigned*)&minus == 0xffffffffu);
  *(unsigned*)&minus = 0xfffffff0u;
  assert(minus == -16);
  void* detour = &half;
  assert(*(short*)detour == -1);
  ((struct without_sign*)&target)->v += 1;
  assert(target.v == -2147483647);
  unsigned seen;
  __atomic_load(&cell, &seen, __ATOMIC_SEQ_CST);
  assert(seen == 0xffffffffu);
  unsigned expected = 0xffffffffu;
  assert(__atomic_compare_exchange_n((int*)&cell, &expected, 7, 0, 5, 5));
  expected = 8;
  assert(!__atomic_compare_exchange_n((int*)&cell, &expected, -3, 0, 5, 5) && expected == 7);
  atomic_uint* other = (atomic_uint*)&cell;
  atomic_store(other, 0xfffffff0u);
  assert(cell == -16);
  assert(atomic_fetch_add(other, 0x20) == 0xfffffff0u && cell == 16);
  assert(atomic_exchange(other, 0xf0000000u) == 16 && cell < 0);
  assert(atomic_fetch_or(other, 1) == 0xf0000000u && *other == 0xf0000001u);
  assert(__atomic_and_fetch((unsigned*)other, 0xff000000u, 5) == 0xf0000000u);
  assert(__atomic_fetch_nand((unsigned*)other, 0xffffffffu, 5) == 0xf0000000u);
  assert(*other == 0x0fffffffu);
  return 0;
}
