// expect: refused cleanup jump
static void f(int *p) { (void)p; }
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 0) goto inside;
  int a __attribute__((cleanup(f))) = 1;
inside:
  return 0;
}
