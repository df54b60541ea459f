static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
  __drover_assert(!!(fib(6) == 8 && even(4) && !odd(4)), "fib(6) == 8 && even(4) && !odd(4)");
  return 0;
}
