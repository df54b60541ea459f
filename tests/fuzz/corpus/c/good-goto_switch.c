static int f(int n) {
  int r = 0;
again:
  switch (n) {
    case 0: r += 1; goto out;
    case 1: r += 10;
    case 2: r += 100; break;
    case 3 ... 5: r += 1000; n = 1; goto again;
    default: if (n > 100) { case 77: r = -1; break; } r = 7;
  }
  r++;
out:
  return r;
}
int main(void) {
  __drover_assert(!!(f(0) == 1 && f(1) == 111 && f(2) == 101 && f(4) == 1111 && f(50) == 8 && f(77) == 0), "f(0) == 1 && f(1) == 111 && f(2) == 101 && f(4) == 1111 && f(50) == 8 && f(77) == 0");
  int i = 0;
loop:
  if (i < 3) { i++; goto loop; }
  __drover_assert(!!(i == 3), "i == 3");
  return 0;
}
