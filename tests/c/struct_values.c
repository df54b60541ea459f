// expect: safe
#include <assert.h>
struct in { int a[2]; }; struct out { struct in i; int n; };
static struct out make(int n) { struct out o = {.i.a = {n, n + 1}, .n = n}; return o; }
static int total(struct out o) { o.n += 1; return o.i.a[0] + o.i.a[1] + o.n; }
int main(void) {
  struct out o = make(3), *p = &o, copy;
  assert(total(o) == 11 && o.n == 3 && make(5).i.a[1] == 6);
  copy = *p;
  p->n = 9;
  assert(copy.n == 3);
  copy = p->n ? make(1) : o;
  assert(copy.n == 1);
  struct out all[2] = {make(1), make(2)};
  assert(all[1].i.a[0] == 2);
  return 0;
}
