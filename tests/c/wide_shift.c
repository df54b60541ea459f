// expect: error arithmetic
static long l = 3;
int main(void) { return (l << 63) != 0; }
