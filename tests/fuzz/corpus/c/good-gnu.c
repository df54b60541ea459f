typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
struct list { struct list *next; };
struct item { int value; struct list link; };
static __attribute__((noinline, unused)) int twice(int x) { return 2 * x; }
int main(void) {
  struct item one = {.value = 5}, two = {.value = 6, .link = {&one.link}};
  __drover_assert(!!(({ const typeof(((struct item *)0)->link) *m = (two.link.next); (struct item *)((char *)m - __builtin_offsetof(struct item, link)); })->value == 5), "container_of(two.link.next, struct item, link)->value == 5");
  __drover_assert(!!(({ __auto_type x = (3); __auto_type y = (4); x > y ? x : y; }) == 4 && ({ __auto_type x = (twice(2)); __auto_type y = (1); x > y ? x : y; }) == 4), "max(3, 4) == 4 && max(twice(2), 1) == 4");
  if (__builtin_expect(!!(one.value), 1)) one.value = one.value ?: 3;
  typeof(one.value) copy = one.value;
  __typeof__(&copy) at = &copy;
  __drover_assert(!!(*at == 5), "*at == 5");
  __drover_assert(!!(__builtin_types_compatible_p(typeof(copy), int)), "__builtin_types_compatible_p(typeof(copy), int)");
  return 0;
}
