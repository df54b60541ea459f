// expect: safe options: -m aarch64
// expect: safe options: -m riscv
// expect: safe options: -m tso
// A compare-and-swap of a part compares numbers with the sign of its type.
#include <assert.h>
#include <stdint.h>

uint32_t u = 0xfedc8180;

int main(void) {
  int8_t e = -128;
  assert(__atomic_compare_exchange_n((int8_t *)&u, &e, -2, 0, 5, 5));
  e = 3;
  assert(!__atomic_compare_exchange_n((int8_t *)&u, &e, 1, 0, 5, 5));
  assert(e == -2);
  return 0;
}
