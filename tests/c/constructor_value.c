// expect: error assertion
#include <assert.h>
int x;
__attribute__((constructor)) void init(void) { x = 1; }
int main(void) { assert(x == 0); }
