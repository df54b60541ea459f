extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __drover_nondet(1, 3);
  __VERIFIER_assume(x != 2);
  __drover_assert(!!(x == 1 || x == 3), "x == 1 || x == 3");
  _Bool b = __VERIFIER_nondet_bool();
  __drover_assert(!!(b == 0 || b == 1), "b == 0 || b == 1");
  return 0;
}
