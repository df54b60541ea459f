// expect: safe
// expect: refused address options: -DADDRESS
// expect: refused 64 options: -DLONG
// expect: error memory options: -DUNWRITTEN
#include <assert.h>
#include <stddef.h>
#include <string.h>
struct flags {
  unsigned low : 3;
  signed int number : 5;
  _Bool yes : 1;
  unsigned char : 0;
  unsigned char next : 4, last : 4;
  short after;
};
struct __attribute__((packed)) tight {
  char first;
  unsigned many : 20;
  unsigned more : 12;
};
struct mixed {
  char first;
  int small : 20;
  char last;
  unsigned long wide : 33;
  int : 5;
};
union view {
  struct {
    unsigned low : 12, high : 20;
  };
  unsigned all;
};
struct whole {
  unsigned a : 32, b : 32, c : 1;
};
static struct flags global = {5, -3, 1, .last = 9, .after = 7};
static struct flags list[2] = {[1] = {.number = 4}};
static struct flags made(int low) { return (struct flags){.low = low, .next = low + 1}; }

int main(void) {
  assert(sizeof(struct flags) == 8 && offsetof(struct flags, after) == 4);
  assert(sizeof(struct tight) == 5 && sizeof(struct mixed) == 16);
  assert(global.low == 5 && global.number == -3 && global.yes && global.next == 0);
  assert(global.last == 9 && global.after == 7 && list[1].number == 4 && list[0].low == 0);
  struct flags f = {0};
  f.low = 9;  // the last three bits
  f.number = 15;
  assert(f.low == 1 && f.number == 15 && (f.low = 14) == 6);
  f.number++;
  assert(f.number == -16 && f.low == 6);
  f.number = 12;
  f.number += 7;
  assert(f.number == -13 && f.low++ == 6 && f.low == 7 && ++f.low == 0);
  f.yes = 4;
  assert(f.yes == 1 && f.low - 1 < 0);  // promoted to int
  struct flags copy = f;
  memcpy(&list[0], &copy, sizeof copy);
  assert(list[0].number == -13 && list[0].yes && made(3).low == 3 && made(3).next == 4);
  union view view = {.all = 0x12345678};
  assert(view.low == 0x678 && view.high == 0x12345);
  view.high = 1;
  assert(view.all == 0x1678);
  struct tight t = {1, 0xfffff, 5};
  t.many = 7;
  assert(t.more == 5 && t.many == 7 && t.first == 1);
  struct mixed m = {1, -2, 3, 1ul << 32};
  m.wide |= 5;
  assert(m.small == -2 && m.last == 3 && m.wide == (1ul << 32 | 5));
  struct whole unused = {0};
  (void)unused;
#if defined(ADDRESS)
  return &f.low != 0;
#elif defined(LONG)
  return unused.a;
#elif defined(UNWRITTEN)
  struct flags empty;
  return empty.low;
#endif
  return 0;
}
