// expect: safe
// expect: error memory options: -D BLOCK=1
// expect: error memory options: -D BLOCK=6
// expect: error memory options: -D BLOCK=6 -m sc --algo dpor
// expect: error memory options: -D MEMBER
// expect: error memory options: -D GLOBAL
// expect: error memory options: -D ATOMIC
// expect: error memory options: -D UPDATE
// expect: error memory options: -D SWAP
// expect: error memory options: -D RECORD
// expect: error memory options: -D COPY
// expect: error memory options: -D FILL
// expect: error memory options: -D STACK
// expect: error memory options: -D ROOM
// expect: error memory options: -D ONE_PAST
// expect: error memory options: -D REALLOCATED
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
  int *block = calloc(1, 6);
#if defined(ATOMIC)
  atomic_store((atomic_int *)(block + 1), 1);
#elif defined(UPDATE)
  __atomic_fetch_add(block + 1, 1, __ATOMIC_RELAXED);
#elif defined(SWAP)
  int zero = 0;
  __atomic_compare_exchange_n(block + 1, &zero, 1, 0, 5, 5);
#elif defined(RECORD)
  struct pair *record = malloc(sizeof *record - 2);
  *record = (struct pair){1, 2};
#elif defined(COPY)
  long whole = 0;
  memcpy(block, &whole, sizeof whole);
#elif defined(FILL)
  memset(bytes, 1, sizeof bytes + 1);
#elif defined(STACK)
  int small = 0;
  *(long *)&small = 1;
#elif defined(ROOM)
  short *room = __builtin_alloca(3);
  room[1] = 1;
#elif defined(ONE_PAST)
  char *end = bytes + sizeof bytes;
  *end = 1;
#elif defined(REALLOCATED)
  int *more = realloc(malloc(4), 6);
  more[1] = 1;
#endif
  free(block);
  return 0;
}
