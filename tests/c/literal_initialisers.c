// expect: safe
#include <assert.h>
#include <stdatomic.h>
struct point {
  int x, y;
};
struct line {
  struct point from, to;
  int *weights;
};
static struct point origin = (struct point){1, 2};
static struct line line = {(struct point){3, 4}, .to = ((struct point){.y = 5}), (int[]){6, 7}};
static int numbers[] = (int[]){8, 9};
static struct point corners[2] = {(struct point){10, 11}, {12, 13}};
static int *one = &(int){14};
static struct point *two = &(struct point){15, 16};
static int scalar = (int){17};
static atomic_int counted = (atomic_int){18};
static const char *names[] = {"a", (char[]){'b', 0}};
int main(void) {
  static struct point inside = (struct point){19, 20};
  struct point copied = (struct point){scalar, inside.x};
  struct line local = {(struct point){copied.x + 1, 2}, copied, (int[]){3, copied.y}};
  assert(origin.x == 1 && origin.y == 2 && line.from.y == 4 && line.to.x == 0 && line.to.y == 5);
  assert(line.weights[1] == 7 && sizeof numbers == 8 && numbers[1] == 9 && corners[0].y == 11);
  assert(corners[1].x == 12 && *one == 14 && two->y == 16 && scalar == 17 && counted == 18);
  assert(inside.y == 20 && local.from.x == 18 && local.to.y == 19 && local.weights[1] == 19);
  assert(names[1][0] == 'b');
  return 0;
}
