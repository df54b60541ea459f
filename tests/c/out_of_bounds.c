// expect: error memory
static int a[3];
int main(void) {
  int sum = 0;
  for (int i = 0; i <= 3; i++) sum += a[i];
  return sum;
}
