// expect: safe
// Functions of bits are constant expressions where their arguments are.
_Static_assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3, "constant");
_Static_assert(__builtin_popcount(255) == 8 && __builtin_parity(7) == 1, "constant");
static int of_bits[__builtin_ffs(16)] = { [__builtin_bswap16(0x0100)] = 3 };
int main(void) { return sizeof of_bits / sizeof *of_bits == 5 && of_bits[1] == 3 ? 0 : of_bits[9]; }
