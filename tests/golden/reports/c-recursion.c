#include <assert.h>
int f(int n) { return n ? 1 + f(n - 1) : 0; }
int main(void) { assert(f(120) == 120); return 0; }
