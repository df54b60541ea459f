#include <assert.h>
int f(int n) { return n<2 ? n : f(n-1) + f(n-2); }
int main(void) { assert(f(16) == 987); return 0; }
