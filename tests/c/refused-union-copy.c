// expect: refused overlap in part
typedef union {
  int words[2];
  long whole;
} both;
int main(void) {
  both a, b;
  a.whole = 1;
  b = a;
  b.words[0] = 1;
  return 0;
}
