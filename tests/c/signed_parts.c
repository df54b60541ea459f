// expect: safe options: -m aarch64
// expect: safe options: -m riscv
// expect: safe options: -m tso
// expect: safe options: -m sc
// Parts of numbers with and without a sign, at every size, by plain and by atomic accesses; what reads them gives
// them a sign, whoever has written them.
#include <assert.h>
#include <stdint.h>

int32_t w = -1;
int64_t l = 0x80ff7f01ff00ee11;
uint32_t u = 0xfedc8180, v = 0xfedc8180;

int main(void) {
  assert(__atomic_load_n((int8_t *)&w + 1, 5) == -1);
  assert(__atomic_load_n((uint8_t *)&w + 1, 5) == 255);
  assert(__atomic_load_n((int16_t *)&w + 1, 5) == -1);
  assert(*((int8_t *)&w + 2) == -1);
  assert(__atomic_load_n((int32_t *)&l + 1, 0) == (int32_t)0x80ff7f01);
  assert(__atomic_load_n((int16_t *)&l + 3, 0) == (int16_t)0x80ff);
  assert(((int8_t *)&v)[0] == -128);
  assert(((int16_t *)&v)[1] == (int16_t)0xfedc);

  assert(__atomic_exchange_n((int8_t *)&u, 5, 5) == -128);
  assert(__atomic_fetch_add((int8_t *)&u + 1, 1, 5) == (int8_t)0x81);
  assert(__atomic_sub_fetch((int8_t *)&u + 1, -1, 5) == (int8_t)0x83);
  assert(u == 0xfedc8305);
  assert(__atomic_fetch_or((uint16_t *)&u, 0x7000, 0) == 0x8305);
  assert(__atomic_load_n((int16_t *)&u, 0) == (int16_t)0xf305);
  return 0;
}
