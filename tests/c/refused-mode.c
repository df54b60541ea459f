// expect: refused mode(TI)
typedef int huge __attribute__((mode(TI)));
int main(void) { return sizeof(huge) == 16; }
