// expect: error memory
static struct {
  int a[1];
  int b;
} s;
static int one = 1;
int main(void) {
  s.a[one] = 5;
  return s.b;
}
