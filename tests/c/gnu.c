// expect: safe
#include <assert.h>
#include <stddef.h>
#define max(a, b) ({ __auto_type x = (a); __auto_type y = (b); x > y ? x : y; })
#define container_of(p, type, member) \
  ({ const typeof(((type *)0)->member) *m = (p); (type *)((char *)m - offsetof(type, member)); })
#define likely(x) __builtin_expect(!!(x), 1)
struct list { struct list *next; };
struct item { int value; struct list link; };
static __attribute__((noinline, unused)) int twice(int x) { return 2 * x; }
int main(void) {
  struct item one = {.value = 5}, two = {.value = 6, .link = {&one.link}};
  assert(container_of(two.link.next, struct item, link)->value == 5);
  assert(max(3, 4) == 4 && max(twice(2), 1) == 4);
  if (likely(one.value)) one.value = one.value ?: 3;
  typeof(one.value) copy = one.value;
  __typeof__(&copy) at = &copy;
  assert(*at == 5);
  assert(__builtin_types_compatible_p(typeof(copy), int));
  return 0;
}
