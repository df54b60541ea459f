// expect: safe options: -DLATER=0
// expect: error memory options: -DLATER=1
// expect: error memory options: -DLATER=2
// A block of alloca is there until its function returns, also if it is in a branch or a loop.
#include <assert.h>
#include <stdlib.h>
#include <alloca.h>
#ifndef LATER
#define LATER 0
#endif
static int *kept, *other;
static int sum_of(int count) {
  int *numbers = 0;
  if (count > 1) {
    numbers = alloca(count * sizeof *numbers);
    for (int i = 0; i < count; i++) numbers[i] = i;
    kept = numbers;
  }
  return numbers ? numbers[count - 1] : -1;
}
static int chained(int count) {
  struct link { struct link *next; } *first = 0;
  int length = 0;
  for (int i = 0; i < count; i++) {
    struct link *made = __builtin_alloca(sizeof *made);
    made->next = first;
    first = made;
  }
  for (; first; first = first->next) length++;
  int *last = alloca(sizeof *last);
  other = last;
  return *last = length;
}
int main(void) {
  for (int i = 0; i < 4; i++) assert(sum_of(i) == (i > 1 ? i - 1 : -1));
  assert(chained(3) == 3);
  if (LATER == 1) return *kept;
  if (LATER == 2) return *other;
  return 0;
}
