// expect: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct s { int a; char b; long c[2]; };
int main(void) {
  int x[4] = {1, 2, 3, 4}, y[4];
  memcpy(y, x, sizeof y);
  assert(memcmp(x, y, sizeof x) == 0);
  memmove(x + 1, x, 3 * sizeof *x);
  assert(x[0] == 1 && x[1] == 1 && x[3] == 3);
  memset(y, 0xff, sizeof y);
  assert(y[2] == -1);
  memset(y, 1, 2 * sizeof(int));
  assert(y[1] == 0x01010101 && y[2] == -1);
  struct s s, t = {1, 2, {3, 4}};
  memset(&s, 0, sizeof s);
  assert(s.c[1] == 0);
  s = t;
  size_t n = 2;
  memcpy(y, x, n * sizeof(int));
  assert(y[0] == 1 && y[1] == 1 && y[2] == -1);
  char text[8] = "abc";
  assert(strlen("hello") == 5 && strlen(text) == 3 && strcmp(text, "abd") < 0);
  strcpy(text, "xy");
  assert(text[0] == 'x' && text[2] == 0 && strchr(text, 'y') == text + 1);
  unsigned char lo[2] = {1, 200}, hi[2] = {1, 100};
  assert(memcmp(lo, hi, 2) > 0);
  int *heap = malloc(3 * sizeof *heap);
  memset(heap, 0, 3 * sizeof *heap);
  assert(heap[2] == 0);
  free(heap);
  return 0;
}
