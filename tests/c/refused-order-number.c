// expect: refused not a memory order
#include <stdatomic.h>
static atomic_int flag;
int main(void) { return atomic_load_explicit(&flag, 6); }
