union u { int i; unsigned j; long l; };
struct tagged { int kind; union { int number; void *pointer; } as; };
int main(void) {
  union u a = {.i = 7};
  __drover_assert(!!(a.i == 7), "a.i == 7");
  struct tagged t = {.kind = 1, .as.number = 3};
  __drover_assert(!!(t.as.number == 3), "t.as.number == 3");
  union u b = a;
  __drover_assert(!!(b.i == 7), "b.i == 7");
  return 0;
}
