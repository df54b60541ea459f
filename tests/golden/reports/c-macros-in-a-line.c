#include <assert.h>
#include <stdlib.h>
#define CHECK(e) do { if (!(e)) abort(); } while (0)
int a, b;
int main(void) { a = 1; assert(a == 1); if (a == 1) CHECK(a); assert(b == 1); return 0; }
