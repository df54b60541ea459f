// expect: safe
// What is const, or a copy of it, is read, and pointers to const may write what is not.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct s { int a; int b; };
static struct s make(int a) { return (struct s){a, a + 1}; }
static int sum(const struct s v, const int *const n) { return v.a + v.b + *n; }
static const char text[] = "abc";
static const char *const names[] = {"x", "y"};
int main(void) {
  const struct s one = make(1);
  const struct s two = one;
  const struct s three = {3, 4};
  const int n = 5, *const p = &n;
  assert(sum(one, p) == 8 && sum(two, &n) == 8 && sum(three, &n) == 12);
  for (int i = 0; i < 2; i++) {
    const int k = i;
    const int *q = &k;
    assert(*q == i);
  }
  char copy[4];
  memcpy(copy, text, sizeof text);
  copy[0] = 'x';
  const char *r = copy;
  ((char *)r)[1] = 'y';
  char local[] = "abc";
  local[0] = 'z';
  const struct s *heap = malloc(sizeof *heap);
  ((struct s *)heap)->a = 1;
  assert(heap->a == 1 && copy[1] == 'y' && local[0] == 'z' && names[1][0] == 'y');
  free((void *)heap);
}
