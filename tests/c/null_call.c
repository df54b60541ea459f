// expect: error
int main(void) {
  int (*f)(void) = 0;
  return f();
}
