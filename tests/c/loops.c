// expect: safe
#include <assert.h>
int main(void) {
  int n = 0, i, j;
  for (i = 0, j = 10; i < j; i++, j--) { if (i == 2) continue; n++; if (i == 3) break; }
  assert(n == 3 && i == 3 && j == 7);
  do n--; while (n > 0);
  while (1) { if (n++ == 4) break; }
  for (;;) { if (n) goto out; }
out:
  assert(n == 5);
  int s = 0;
  for (int k = 0; k < 1000; k++) s += k;
  assert(s == 499500);
  for (i = 0; i < 300; i++) s++;
  assert(s == 499800);
  for (i = 300; i >= 2; i -= 2) s--;
  assert(i == 0 && s == 499650);
  return 0;
}
