// expect: safe
// expect: safe options: -D OWN
// expect: error memory options: -D ROOM=7
// expect: error memory options: -D BYTES=12
// expect: error assertion options: -D BYTES=4
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// `memcpy_s` is known without a declaration, as in programs that are written for checkers.
#ifndef ROOM
#define ROOM 8
#endif
#ifndef BYTES
#define BYTES 8
#endif

#ifdef OWN
static int memcpy_s(int* to, size_t room, const int* from, size_t size) {
  to[0] = from[0];
  to[1] = 2;
  return (int)(size - room);
}
#endif

int main(void) {
  int from[2] = {1, 2}, *to = calloc(2, sizeof *to);
  int result = memcpy_s(to, ROOM, from, BYTES);
  assert(result == 0 && to[0] == 1 && to[1] == 2);
  free(to);
  return 0;
}
