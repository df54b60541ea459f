// expect: error memory
#include <stdlib.h>
int main(void) {
  int* p = malloc(2 * sizeof(int));
  p[0] = 1;
  p = realloc(p, 4 * sizeof(int));
  int r = p[1];
  free(p);
  return r;
}
