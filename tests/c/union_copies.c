// expect: safe
// A copy of a union has all that it may hold.
#include <assert.h>
#include <string.h>

typedef union {
  struct {
    int tag;
    int a;
  } x;
  struct {
    int tag;
    long b;
  } y;
} either;
struct wrapped {
  int before;
  union {
    int first;
    unsigned second;
  };
  either inner;
};

static either id(either e) { return e; }
static either global, other;

int main(void) {
  either u, v, w;
  u.y.tag = 1;
  u.y.b = 77;
  v = u;
  assert(v.y.b == 77 && v.x.tag == 1);
  w = id(u);
  assert(w.y.b == 77);
  global.y.b = 5;
  memcpy(&other, &global, sizeof other);
  assert(other.y.b == 5);
  struct wrapped s = {.before = 1, .second = 2, .inner.y = {3, 4}}, t;
  t = s;
  assert(t.before == 1 && t.first == 2 && t.inner.y.b == 4);
  memset(&t, 0, sizeof t);
  assert(t.inner.y.b == 0);
  return 0;
}
