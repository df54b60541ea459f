// expect: safe
// An array of one element at the end of an allocated struct is as long as the block.
#include <assert.h>
#include <stdlib.h>
struct list {
  int n;
  int items[1];
};
int main(void) {
  struct list* l = malloc(sizeof(struct list) + 2 * sizeof(int));
  int single[1] = {4};
  l->n = 3;
  for (int i = 0; i < 3; i++) l->items[i] = i;
  assert(l->items[2] == 2 && single[0] == 4 && &single[1] == single + 1);
  free(l);
  return 0;
}
