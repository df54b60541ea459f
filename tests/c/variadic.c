// expect: safe
// expect: error memory options: -DFEW
// expect: error memory options: -DOTHER_SIZE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
struct pair {
  int a, b;
};
static long sum_of(int count, va_list *list) {
  long sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(*list, long);
  return sum;
}
static long sum(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  long first = va_arg(again, long);
  va_end(again);
  long all = sum_of(count, &list);
  va_end(list);
  return all * 100 + first;
}
static int mixed(const char *text, ...) {
  va_list list;
  __builtin_va_start(list, text);
  int small = va_arg(list, int);
  struct pair *pair = va_arg(list, struct pair *);
  double ignored = va_arg(list, double);
  unsigned last = va_arg(list, unsigned);
  (void)ignored;
  va_end(list);
  return text[0] == 'x' ? small + pair->b + last : -1;
}
static int passes(int n, ...) { return n; }
int main(void) {
  struct pair pair = {1, 20};
  assert(sum(3, 1L, 2L, 3L) == 601 && sum(0, 4L) == 4);
  char small = 3;
  long (*pointer)(int, ...) = sum;
  assert(mixed("x", small, &pair, 0.5f, 7u) == 30 && pointer(1, 5L) == 505);
  assert(passes(2, 3, "more") == 2);
#if defined(FEW)
  return sum(2, 1L) != 0;
#elif defined(OTHER_SIZE)
  return sum(1, 1) != 0;
#endif
  return 0;
}
