_Static_assert(sizeof(long) == 8, "LP64");
int main(void) {
  long l = 0; char *s = "x"; unsigned u = 0;
  __drover_assert(!!(_Generic((1), int: 1, long: 2, char *: 3, default: 4) == 1 && _Generic((l), int: 1, long: 2, char *: 3, default: 4) == 2 && _Generic((s), int: 1, long: 2, char *: 3, default: 4) == 3 && _Generic((u), int: 1, long: 2, char *: 3, default: 4) == 4), "kind(1) == 1 && kind(l) == 2 && kind(s) == 3 && kind(u) == 4");
  __drover_assert(!!(_Alignof(long) == 8 && __func__[0] == 'm'), "_Alignof(long) == 8 && __func__[0] == 'm'");
  return 0;
}
