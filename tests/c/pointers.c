// expect: safe
#include <assert.h>
#include <stddef.h>
static int m[3][4];
struct n { struct n *left, *right; int key; };
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
int main(void) {
  int a[5] = {0, 1, 2, 3, 4}, *p = a + 1, *q = &a[4], **r = &p;
  assert(q - p == 3 && *(p + 2) == 3 && p[-1] == 0 && 2[a] == 2 && p < q && **r == 1);
  swap(&p, &q);
  assert(*p == 4 && *q == 1 && *q++ == 1 && *++q == 3);
  int(*row)[4] = m;
  row[2][3] = 9;
  assert(m[2][3] == 9 && *(*(m + 2) + 3) == 9 && (char *)&m[1] - (char *)m == 16);
  struct n leaf = {0, 0, 1}, root = {&leaf, .key = 2};
  assert(root.left->key == 1 && !root.right && offsetof(struct n, key) == 16);
  void *v = &root;
  assert(((struct n *)v)->key == 2);
  return 0;
}
