// expect: safe
// Each kind of statement, where what it does can be seen.
#include <assert.h>
static int which(int n) {
  switch (n) {
    case 1: return 10;
    case 2 ... 4: n = 20; break;
    case 9: n++;
    case 10: n++; break;
    default: n = -1;
  }
  return n;
}
static int steps(int n) {
  int count = 0;
  while (n > 1) { n /= 2; count++; }
  do count += 100; while (0);
  for (int i = 0; i < 5; i++) { if (i == 1) continue; if (i == 3) break; count += 10; }
  for (;;) { if (count > 5) break; }
  if (count == 7) count = 0; else count++;
  goto out;
  count = 0;
out:
  ;
  return count;
}
int main(void) {
  assert(which(1) == 10 && which(3) == 20 && which(9) == 11 && which(10) == 11 && which(50) == -1);
  assert(steps(8) == 124);
  { int inner = 3; assert(inner == 3); }
  return 0;
}
