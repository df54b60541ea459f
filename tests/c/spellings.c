// expect: safe
// Words that are spelt in several ways.
#include <assert.h>
static __const int one = 1;
static __const__ __volatile int two = 2;
static __volatile__ int three = 3;
static __inline int first(int *__restrict from) { return *from; }
static __inline__ int second(int *__restrict__ from) { return *from; }
static __thread __signed char minus = -1;
static _Thread_local __signed__ int more = -2;
int main(void) {
  int n = 5;
  __typeof__(n) a = 6;
  __typeof(n) b = 7;
  __extension__ long long c = 8;
  assert(one + two + three == 6 && first(&n) == 5 && second(&n) == 5 && minus == -1 && more == -2);
  assert(a + b + c == 21 && __alignof(n) == 4 && __alignof__(int) == 4);
  <% int d<:2:> = <%1, 2%>; assert(d<:1:> == 2); %>
  return 0;
}
