struct point { int x, y; };
static int sum(const struct point *p) { return p->x + p->y; }
static struct point moved(struct point p, int by) { return (struct point){p.x + by, p.y + by}; }
int main(void) {
  __drover_assert(!!(sum(&(struct point){1, 2}) == 3), "sum(&(struct point){1, 2}) == 3");
  struct point p = moved((struct point){.y = 5}, 2);
  __drover_assert(!!(p.x == 2 && p.y == 7), "p.x == 2 && p.y == 7");
  int *a = (int[]){1, 2, 3};
  __drover_assert(!!(a[2] == 3), "a[2] == 3");
  p = (struct point){0};
  __drover_assert(!!(p.x == 0), "p.x == 0");
  return moved(p, 1).x - 1;
}
