// expect: error memory
#include <stdlib.h>
int main(void) {
  int* p = malloc(4 * sizeof(int));
  p[0] = 1;
  p = realloc(p, 8 * sizeof(int));
  p[-1] = 5;
  free(p);
  return 0;
}
