#include <string.h>
static void copy(void *to, const void *from, int size) {
  switch (size) {
    case 4: *(int *)to = *(const int *)from; break;
    default: memcpy(to, from, size); /* an int does not come here */
  }
}
int main(void) {
  int a = 1, b;
  copy(&b, &a, sizeof a);
#ifdef LONG
  long c = 1, d;
  copy(&d, &c, sizeof c);
#endif
  return b - 1;
}
