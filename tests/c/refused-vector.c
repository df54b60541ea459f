// expect: refused vector_size
typedef int v4 __attribute__((vector_size(16)));
int main(void) { return sizeof(v4) == 16; }
