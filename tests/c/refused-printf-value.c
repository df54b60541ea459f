// expect: refused printf
#include <assert.h>
#include <stdio.h>
int x;
int main(void) { assert(printf("%d", x) == 0); }
