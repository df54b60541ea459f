// expect: error memory
int g;
int main(void) {
  if (g == 0) goto behind;
  int x = 1;
behind:
  return x;
}
