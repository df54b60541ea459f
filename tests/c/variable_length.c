// expect: safe
// expect: error memory options: -DSHORT
// expect: error memory options: -DOUTSIDE
// expect: error memory options: -DAFTER
#include <assert.h>
#include <stddef.h>
static int total(int n, int values[n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}
static int cell(int rows, int columns, int i) {
  int table[rows][columns];
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) table[r][c] = 10 * r + c;
  int *flat = &table[0][0];
  assert(sizeof table == sizeof(int) * rows * columns && sizeof table[0] == sizeof(int[columns]));
  return flat[i] + table[rows - 1][columns - 1];
}
static size_t size_of(int n) {
  typedef struct { char c; int i; } pair;
  pair all[n++];
  return sizeof all + n;
}
int first(int n, int[*]);
int main(void) {
  int n = 3;
  int a[n];
  n = 7;
  assert(sizeof a == 12);
  for (int i = 0; i < 3; i++) a[i] = i + 1;
  assert(total(3, a) == 6 && cell(2, 3, 4) == 23 && size_of(4) == 37);
  int *kept = 0;
  for (int i = 1; i < 4; i++) {
    long inner[i];
    inner[i - 1] = i;
    if (i == 2) continue;
    kept = (int *)inner;
    assert(inner[i - 1] == i);
  }
#if defined(SHORT)
  int none[n - 7];
  none[0] = 1;
#elif defined(OUTSIDE)
  a[3] = 1;
#elif defined(AFTER)
  return (int)*(long *)kept;
#endif
  return kept == 0;
}
