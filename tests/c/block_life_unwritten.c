// expect: error memory
// A variable of a loop has no value at the beginning of each iteration.
static void set(int *p) { *p = 1; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) set(&x);
    sum += x;
  }
  return sum;
}
