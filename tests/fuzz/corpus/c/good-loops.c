int main(void) {
  int n = 0, i, j;
  for (i = 0, j = 10; i < j; i++, j--) { if (i == 2) continue; n++; if (i == 3) break; }
  __drover_assert(!!(n == 3 && i == 3 && j == 7), "n == 3 && i == 3 && j == 7");
  do n--; while (n > 0);
  while (1) { if (n++ == 4) break; }
  for (;;) { if (n) goto out; }
out:
  __drover_assert(!!(n == 5), "n == 5");
  int s = 0;
  for (int k = 0; k < 1000; k++) s += k;
  __drover_assert(!!(s == 499500), "s == 499500");
  return 0;
}
