typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
struct point { int x, y; };
struct line { struct point from, to; const char *name; int flags[3]; };
static struct line table[3] = {[1] = {.to = {.y = 4}, .flags = {[2] = 9}}, [0].from.x = 5};
int main(void) {
  __drover_assert(!!(table[1].to.y == 4 && table[1].flags[2] == 9 && table[0].from.x == 5), "table[1].to.y == 4 && table[1].flags[2] == 9 && table[0].from.x == 5");
  struct line l = {{1, 2}, {3, 4}, "abc", {1, [2] = 3}};
  __drover_assert(!!(l.from.y == 2 && l.to.x == 3 && l.flags[1] == 0 && l.flags[2] == 3), "l.from.y == 2 && l.to.x == 3 && l.flags[1] == 0 && l.flags[2] == 3");
  int a[] = {[3] = 1, 2};
  __drover_assert(!!(sizeof a / sizeof a[0] == 5 && a[4] == 2 && a[0] == 0), "sizeof a / sizeof a[0] == 5 && a[4] == 2 && a[0] == 0");
  int m[2][3] = {1, 2, 3, 4};
  __drover_assert(!!(m[1][0] == 4 && m[1][2] == 0), "m[1][0] == 4 && m[1][2] == 0");
  return 0;
}
