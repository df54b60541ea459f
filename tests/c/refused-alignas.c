// expect: refused _Alignas(1)
_Alignas(1) int x;
int main(void) { return x; }
