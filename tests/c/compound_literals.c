// expect: safe
#include <assert.h>
struct point { int x, y; };
static int sum(const struct point *p) { return p->x + p->y; }
static struct point moved(struct point p, int by) { return (struct point){p.x + by, p.y + by}; }
int main(void) {
  assert(sum(&(struct point){1, 2}) == 3);
  struct point p = moved((struct point){.y = 5}, 2);
  assert(p.x == 2 && p.y == 7);
  int *a = (int[]){1, 2, 3};
  assert(a[2] == 3);
  p = (struct point){0};
  assert(p.x == 0);
  return moved(p, 1).x - 1;
}
