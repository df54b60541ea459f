// expect: safe
// expect: safe options: -m sc --algo dpor
// expect: error assertion options: -D UNSIGNED
#include <assert.h>
#include <stdlib.h>
#include <string.h>

// Bytes that are copied out of a larger number have the sign of what they are copied to: a variable
// in a register, a parameter, a member, a variable in memory.
#ifdef UNSIGNED
typedef unsigned short half;
#else
typedef short half;
#endif

struct pair {
  half first;
  signed char second;
};

static int number = -2;
static half global;
static signed char byte = 1;

static half read_half(const void* from) {
  half value;
  memcpy(&value, from, sizeof value);
  return value;
}

int main(void) {
  half value;
  memcpy(&value, &number, sizeof value);
  assert(value == -2);
  assert(read_half(&number) == -2);
  struct pair pair;
  memcpy(&pair.first, &number, sizeof pair.first);
  memcpy(&pair.second, (const char*)&number + 3, 1);
  assert(pair.first == -2 && pair.second == -1);
  memcpy(&global, &number, sizeof global);
  assert(global == -2);
  short* block = malloc(2 * sizeof *block);
  memcpy(block, &number, sizeof number);
  memcpy(&byte, block, 1);
  assert(byte == -2 && block[1] == -1);
  free(block);
  return 0;
}
