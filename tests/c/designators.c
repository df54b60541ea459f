// expect: safe
#include <assert.h>
#include <stddef.h>
struct point { int x, y; };
struct line { struct point from, to; const char *name; int flags[3]; };
static struct line table[3] = {[1] = {.to = {.y = 4}, .flags = {[2] = 9}}, [0].from.x = 5};
int main(void) {
  assert(table[1].to.y == 4 && table[1].flags[2] == 9 && table[0].from.x == 5);
  struct line l = {{1, 2}, {3, 4}, "abc", {1, [2] = 3}};
  assert(l.from.y == 2 && l.to.x == 3 && l.flags[1] == 0 && l.flags[2] == 3);
  int a[] = {[3] = 1, 2};
  assert(sizeof a / sizeof a[0] == 5 && a[4] == 2 && a[0] == 0);
  int m[2][3] = {1, 2, 3, 4};
  assert(m[1][0] == 4 && m[1][2] == 0);
  return 0;
}
