#include <stdatomic.h>
atomic_int x;
int main(void) { while (atomic_fetch_add(&x, 1) < 300) {} return 0; }
