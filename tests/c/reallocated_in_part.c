// expect: error unsupported
// expect: safe options: -D WHOLE
#include <stdlib.h>

// A block may end inside an element: that is no error of the program. Its last bytes are not copied.
int main(void) {
  int* numbers = malloc(2 * sizeof *numbers);
  numbers[0] = 1;
#ifdef WHOLE
  numbers = realloc(numbers, 4);
#else
  numbers = realloc(numbers, 5);
#endif
  numbers[0] = 2;
  free(numbers);
  return 0;
}
