// expect: safe
// Each operator, on values for which every other one gives something else.
#include <assert.h>
int main(void) {
  int a = 13, b = 6, n = 5, *p = &n, m[3] = {4, 5, 6};
  struct point { int x, y; } s = {1, 2}, *q = &s;
  unsigned u = 7;
  _Bool no = 0, yes = 1;
  assert(a * b == 78 && a / b == 2 && a % b == 1 && a + b == 19 && a - b == 7);
  assert(a << b == 832 && 832 >> b == a && (a & b) == 4 && (a ^ b) == 11 && (a | b) == 15);
  assert((b < a) == 1 && (a < a) == 0 && (a <= a) == 1 && (a <= b) == 0 && (a > b) == 1);
  assert((a > a) == 0 && (a >= a) == 1 && (b >= a) == 0 && (a == a) == 1 && (a == b) == 0);
  assert((a != b) == 1 && (a != a) == 0 && (no && yes) == 0 && (no || yes) == 1);
  assert(-a == -13 && +a == 13 && ~a == -14 && !a == 0 && !no == 1 && *p == 5 && p == &n);
  assert(n++ == 5 && n == 6 && ++n == 7 && n-- == 7 && n == 6 && --n == 5);
  assert((n = 9) == 9 && (n += 3) == 12 && (n -= 2) == 10 && (n *= 3) == 30 && (n /= 4) == 7);
  assert((n %= 4) == 3 && (n |= 12) == 15 && (n &= 6) == 6 && (n ^= 3) == 5);
  assert((n <<= 3) == 40 && (n >>= 2) == 10);
  assert((yes ? a : b) == 13 && (no ? a : b) == 6 && (a ?: b) == 13 && (no ?: b) == 6);
  assert(s.y == 2 && q->x == 1 && m[2] == 6 && (a, b) == 6 && (char)(a + 256) == 13);
  assert(sizeof(long) == 8 && sizeof m == 12 && _Alignof(short) == 2 && __alignof__(a) == 4);
  assert((n && u++ && no && u++, u == 8) && (no || u++ || u++, u == 9));
  return 0;
}
