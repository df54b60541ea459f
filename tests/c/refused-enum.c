// expect: refused above 2^63
enum above { Above = 1UL << 63 };
int main(void) { return Above == 0; }
