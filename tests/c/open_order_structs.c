// expect: safe open-order 19 20 21
// An assignment of a whole struct reads its value and computes its place in some order. Memory that
// a function uses in both of its calls is no conflict.
#include <assert.h>
struct pair {
  int a, b;
};
struct pair pairs[2] = {{5, 6}, {7, 8}};
int calls;
int next(void) { return calls++ & 1; }
int shift(void) { return pairs[0].a++ & 1; }
struct pair counted(void) { return (struct pair){++calls, 0}; }
int least(void) {
  int values[2] = {4, 3}, *at = values;
  return at[0] < at[1] ? at[0] : at[1];
}
int main(void) {
  struct pair copy[2];
  pairs[next()] = pairs[next()];
  pairs[shift()] = pairs[0];
  pairs[next()] = counted();
  copy[least() & 1] = pairs[0];
  copy[least() & 1] = copy[least() - 2];
  assert(least() + 10 * least() == 33);
  return 0;
}
