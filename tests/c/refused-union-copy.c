// expect: refused overlaps another in part
typedef union {
  float number;
  char bytes[4];
} both;
int main(void) {
  both a, b;
  a.number = 1;
  b = a;
  b.bytes[0] = 1;
  return 0;
}
