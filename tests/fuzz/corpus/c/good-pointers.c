typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef long ssize_t;
typedef int wchar_t;
typedef long max_align_t;
static int m[3][4];
struct n { struct n *left, *right; int key; };
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
int main(void) {
  int a[5] = {0, 1, 2, 3, 4}, *p = a + 1, *q = &a[4], **r = &p;
  __drover_assert(!!(q - p == 3 && *(p + 2) == 3 && p[-1] == 0 && 2[a] == 2 && p < q && **r == 1), "q - p == 3 && *(p + 2) == 3 && p[-1] == 0 && 2[a] == 2 && p < q && **r == 1");
  swap(&p, &q);
  __drover_assert(!!(*p == 4 && *q == 1 && *q++ == 1 && *++q == 3), "*p == 4 && *q == 1 && *q++ == 1 && *++q == 3");
  int(*row)[4] = m;
  row[2][3] = 9;
  __drover_assert(!!(m[2][3] == 9 && *(*(m + 2) + 3) == 9 && (char *)&m[1] - (char *)m == 16), "m[2][3] == 9 && *(*(m + 2) + 3) == 9 && (char *)&m[1] - (char *)m == 16");
  struct n leaf = {0, 0, 1}, root = {&leaf, .key = 2};
  __drover_assert(!!(root.left->key == 1 && !root.right && __builtin_offsetof(struct n, key) == 16), "root.left->key == 1 && !root.right && offsetof(struct n, key) == 16");
  void *v = &root;
  __drover_assert(!!(((struct n *)v)->key == 2), "((struct n *)v)->key == 2");
  return 0;
}
