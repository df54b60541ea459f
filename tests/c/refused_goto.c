// expect: refused goto
// A jump to a place that is computed is refused.
int main(void) {
  void *place = &&out;
  goto *place;
out:
  return 0;
}
