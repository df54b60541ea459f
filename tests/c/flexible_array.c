// expect: safe
#include <assert.h>
#include <stdlib.h>
struct buffer { unsigned n; int data[]; };
struct old { unsigned n, m; void *data[0]; };
int main(void) {
  struct old *o = malloc(sizeof *o + 2 * sizeof(void *));
  for (o->n = 0; o->n < 2; o->n++) o->data[o->n] = o;
  assert(o->data[1] == o);
  free(o);
  struct buffer *b = malloc(sizeof *b + 3 * sizeof(int));
  b->n = 3;
  for (unsigned i = 0; i < b->n; i++) b->data[i] = (int)i;
  assert(b->data[2] == 2);
  free(b);
  return 0;
}
