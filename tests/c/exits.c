// expect: safe options: -DEND=exit(0)
// expect: safe options: -DEND=_Exit(1)
// expect: safe options: -DEND=quick_exit(0)
// expect: safe options: -DEND=_exit(1)
// expect: safe options: -DEND=err(1,"x")
// expect: safe options: -DEND=errx(1,"x")
// What ends a program without an error, so that the rest is not reached.
#include <err.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef END
#define END exit(EXIT_FAILURE)
#endif
int main(void) {
  END;
  abort();
}
