// expect: safe
#include <assert.h>
#include <stdlib.h>
struct buffer { unsigned n; int data[]; };
int main(void) {
  struct buffer *b = malloc(sizeof *b + 3 * sizeof(int));
  b->n = 3;
  for (unsigned i = 0; i < b->n; i++) b->data[i] = (int)i;
  assert(b->data[2] == 2);
  free(b);
  return 0;
}
