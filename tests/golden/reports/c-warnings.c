#include <stdio.h>

static int a[3];

int main(void) {
  int i = 0;
  long wide = 2;
  a[i] = i++;
  printf("%d %s\n", wide, i);
  return a[0];
}
