// expect: error memory
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  int v = p[1];
  free(p);
  return v;
}
