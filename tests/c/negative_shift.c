// expect: error arithmetic
static int l = -1;
int main(void) { return l << 1; }
