// expect: safe
#include <assert.h>
typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation pick(int which) { return which ? add : &sub; }
struct ops { operation op; const char *name; };
static const struct ops all[] = {{add, "add"}, {.op = sub}};
static int apply(int (*f)(int, int), int a, int b) { return (*f)(a, b); }
int main(void) {
  assert(pick(1)(2, 3) == 5 && apply(pick(0), 2, 3) == -1);
  for (int i = 0; i < 2; i++) assert(all[i].op(4, 1) == (i ? 3 : 5));
  operation none = 0;
  assert(!none && pick(1) == add);
  return 0;
}
