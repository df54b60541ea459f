// expect: safe
#include <stdlib.h>
static void stop(void) { exit(3); }
int main(void) {
  stop();
  abort();
}
