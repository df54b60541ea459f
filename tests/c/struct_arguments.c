// expect: safe open-order
// Structs as arguments that are calls, conditionals, literals, statement expressions.
#include <assert.h>
struct pair {
  int a, b;
};
struct outer {
  struct pair in;
  int k;
};
static struct pair make(int k) {
  struct pair p = {k, k + 1};
  return p;
}
static struct pair same(struct pair p) { return p; }
static int sum(struct pair p) { return p.a + p.b; }
static int both(struct pair p, struct pair q) { return sum(p) * sum(q); }
static struct outer wrap(struct pair p, int k) { return (struct outer){p, k}; }
int main(void) {
  int c = 1;
  struct pair x = {5, 6}, y = {7, 8};
  struct pair (*through)(struct pair) = same;
  assert(sum(make(3)) == 7);
  assert(sum(c ? x : y) == 11 && sum(c ? make(1) : y) == 3);
  x = same(same(y));
  assert(x.a == 7);
  assert(both(make(1), make(2)) == 15);
  assert(wrap(make(4), 2).in.b == 5);
  assert(sum(wrap(through(make(9)), 0).in) == 19);
  assert(sum((struct pair){1, 2}) == 3);
  assert(sum(({ make(6); })) == 13);
  assert(sum((c++, x)) == 15 && c == 2);
  return 0;
}
