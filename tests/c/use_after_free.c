// expect: error memory
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
  struct node *p = malloc(sizeof *p);
  p->v = 1;
  free(p);
  return p->v;
}
