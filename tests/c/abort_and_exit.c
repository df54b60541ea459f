// expect: error assertion
#include <stdlib.h>
int main(void) {
  if (sizeof(int) == 4) abort();
  exit(0);
}
