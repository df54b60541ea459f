// expect: safe
// expect: error memory options: -DHUGE_BLOCK
// expect: error memory options: -DSHORT
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  long *aligned;
  assert(posix_memalign((void **)&aligned, 64, 2 * sizeof *aligned) == 0);
  aligned[1] = 3;
  assert(posix_memalign((void **)&aligned, 24, 8) != 0 && aligned[1] == 3);
  free(aligned);
  int *numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 1;
  numbers[1] = 4;
  numbers = reallocarray(numbers, 5, sizeof *numbers);
  numbers[4] = 5;
  assert(numbers[1] == 4);
#ifdef HUGE_BLOCK
  numbers = reallocarray(numbers, ~0ul, 2);
#endif
#ifdef SHORT
  numbers[5] = 1;
#endif
  free(numbers);
  char *copy = strdup("abc");
  char *cut = strndup(copy, 2);
  copy[0] = 'x';
  assert(strcmp(copy, "xbc") == 0 && strcmp(cut, "ab") == 0);
  free(copy);
  free(cut);
  return 0;
}
