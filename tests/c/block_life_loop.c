// expect: error memory
// Each iteration has a variable of its own.
int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int x = i;
    if (kept) return *kept;
    kept = &x;
  }
}
