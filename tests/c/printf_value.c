// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(printf("hello") == 5);
  assert(printf("%d%% of %s\n", 25, "all") == 11);
  assert(printf("%5d|%-3c|%#x|%lu", -7, 'x', 255, 12345ul) == 20);
  assert(printf("%u", -1) == 10);
  assert(putchar('a') == 'a' && putchar(300) == 44);
  int x = 3;
  printf("%d\n", x);
  x ? (void)printf("%d", x) : (void)0;
  x && puts("text");
  (printf("%p", (void *)&x), x++);
  for (puts("a"); x < 6; printf("%d", x), x++) {
  }
  ({ printf("%d", x); });
  assert(x == 6);
}
