// expect: safe options: -DLAST=2
// expect: error memory options: -DLAST=3
// expect: error memory options: -DLAST=-1
// expect: safe options: -DLAST=2 -DBLOCK=calloc(3,4)
// expect: error memory options: -DLAST=3 -DBLOCK=calloc(3,4)
// expect: safe options: -DLAST=15 -DBLOCK=aligned_alloc(64,64)
// expect: error memory options: -DLAST=16 -DBLOCK=aligned_alloc(64,64)
// expect: safe options: -DLAST=2 -DBLOCK=realloc(malloc(4),12)
// expect: error memory options: -DLAST=3 -DBLOCK=realloc(malloc(4),12)
// expect: error memory options: -DLAST=-1 -DBLOCK=realloc(malloc(4),12)
// expect: error memory options: -DLAST=2 -DUNWRITTEN
// expect: safe options: -DLAST=2 -DUNWRITTEN -DBLOCK=calloc(3,4)
// expect: error assertion options: -DODD
// A block has the bytes that were asked for; those of `calloc` are 0.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#ifndef BLOCK
#define BLOCK malloc(12)
#endif
#ifndef LAST
#define LAST 2
#endif
int main(void) {
  int *block = BLOCK;
#ifdef UNWRITTEN
  assert(block[LAST] == 0);
#else
  block[LAST] = 1;
#endif
  free(block);
  int *kept = malloc(2 * sizeof *kept);
  kept[1] = 7;
  kept = realloc(kept, 3 * sizeof *kept);
  assert(kept[1] == 7);
  free(kept);
  int *aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
#ifdef ODD  // the size is not a multiple of the alignment
  free(aligned_alloc(64, 65));
#endif
  return 0;
}
