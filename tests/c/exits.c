// expect: safe options: -DEND=exit(0)
// expect: safe options: -DEND=_Exit(1)
// expect: safe options: -DEND=quick_exit(0)
// What ends a program without an error, so that the rest is not reached.
#include <stdlib.h>
#ifndef END
#define END exit(EXIT_FAILURE)
#endif
int main(void) {
  END;
  abort();
}
