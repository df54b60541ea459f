// expect: safe
// Each kind of declaration, where what it says can be seen.
#include <assert.h>
;
_Static_assert(sizeof(int) == 4, "LP64");
struct empty_use;
enum small { One = 1, Two, Nine = 9 };
typedef short number;
extern int later;
static int counted(void) { static int count; return ++count; }
static inline int twice(int value) { return 2 * value; }
_Noreturn static void stop(void) { for (;;) { } }
union view { int whole; unsigned bits; };
struct grid { int cells[3]; };
struct record { int first; _Static_assert(sizeof(char) == 1, "char"); ; union view view; number last; };
static int sum_of(const int values[static 2], int count) {
  register int sum = 0;
  auto int index = 0;
  for (; index < count; index++) sum += values[index];
  return sum;
}
static int (*chosen)(int) = twice;
static int *(*pointers[2])(void);
static volatile int shown = 3;
static int *restrict alone;
int main(void) {
  enum small two = Two;
  struct record record = {.first = 1, .view.bits = 7, .last = (number)65537};
  const unsigned char byte = 300;
  signed char minus = 200;
  unsigned short half = 70000;
  unsigned long wide = -1L;
  long long both = 1LL << 40;
  _Bool truth = 8;
  typeof(record.last) same = 3;
  __auto_type copied = record.view;
  int values[2] = {4, [1] = 5}, (*row)[2] = &values, rest[] = {[1 ... 3] = 6};
  if (later == 0) stop();
  assert(later == 11 && counted() + counted() == 3 && two == 2 && Nine == 9 && byte == 44 && minus == -56);
  assert(half == 4464 && wide == 18446744073709551615UL && both == 1099511627776 && truth == 1);
  assert(sizeof same == 2 && copied.bits == 7 && record.last == 1 && (*row)[1] == 5 && sizeof rest == 16);
  assert(sizeof *row == 8 && rest[2] == 6 && rest[0] == 0 && rest[3] == 6 && sum_of(values, 2) == 9 && chosen(4) == 8 && !pointers[1]);
  assert(shown == 3 && alone == 0 && sizeof(int *[3]) == 24 && "ab" "c"[2] == 'c' && '\x41' == 65);
  assert(((struct record){.last = 4}).last == 4 && ({ int inner = 6; inner + 1; }) == 7);
  assert(_Generic(same, number: 1, default: 0) && _Generic('a', char: 0, default: 1));
  assert(__builtin_offsetof(struct record, view.bits) == 4 && __builtin_offsetof(struct grid, cells[2]) == 8);
  assert(__builtin_types_compatible_p(number, short) && !__builtin_types_compatible_p(number, int));
  assert(__builtin_choose_expr(1, 5, 6) == 5 && 0x1f == 31 && 017 == 15 && 0b101 == 5);
  return 0;
}
int later = 11;
