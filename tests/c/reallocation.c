// expect: safe
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *a = realloc(NULL, 2 * sizeof *a);
  a[0] = 1;
  a[1] = 2;
  a = realloc(a, 4 * sizeof *a);
  a[3] = 4;
  assert(a[0] == 1 && a[1] == 2 && a[3] == 4);
  a = realloc(a, sizeof *a);
  assert(a[0] == 1);
  free(a);
  return 0;
}
