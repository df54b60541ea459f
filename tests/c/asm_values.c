// expect: safe
// Assembly without an instruction: values stay, or pass from an operand to a result.
#include <assert.h>
#define HIDE(x) __asm__ volatile("" : "+r"(x))
struct pair { int first, second; };
static int n;
static int counted(void) { return ++n; }
int main(void) {
  int x = 5, y = 0;
  int *p = &x, *q = 0;
  struct pair pair = { 1, 2 };
  HIDE(x);
  HIDE(pair.second);
  asm("" : "=r"(y) : "0"(x + 1));
  asm volatile("" : "=r"(q) : [from] "0"(p) : "memory");
  asm volatile("" : "=m"(x) : "m"(x));
  asm volatile("" : "+m"(*p), "+m"(pair) : "r"(counted()), "i"(3));
  __asm__ __volatile__("rep; nop" ::: "memory");
  assert(x == 5 && y == 6 && q == p && pair.first == 1 && pair.second == 2 && n == 1);
  return 0;
}
