// expect: refused puts
#include <stdio.h>
int main(void) { return puts("a") == 0; }
