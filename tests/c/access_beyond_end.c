// expect: safe
// expect: error memory options: -D BLOCK=1
// expect: error memory options: -D BLOCK=6
// expect: error memory options: -D BLOCK=6 -m sc --algo dpor
// expect: error memory options: -D MEMBER
// expect: error memory options: -D GLOBAL
#include <stdlib.h>

// An access is inside its object with all of its bytes, not only with the first.
#ifndef BLOCK
#define BLOCK 8
#endif

struct pair {
  char first;
  int second;
};

static char bytes[6];

int main(void) {
  int *numbers = malloc(BLOCK);
  numbers[0] = 1;
#if BLOCK > 4
  numbers[1] = 2;
#endif
  free(numbers);
#ifdef MEMBER
  struct pair *pair = malloc(sizeof(struct pair) - 1);
#else
  struct pair *pair = malloc(sizeof(struct pair));
#endif
  pair->first = 1;
  pair->second = 2;
  free(pair);
#ifdef GLOBAL
  *(int *)(bytes + 4) = 3;
#else
  *(int *)bytes = 3;
#endif
  return 0;
}
