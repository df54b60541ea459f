// expect: refused const
// What is constant is not assigned to.
int main(void) {
  const int fixed = 1;
  fixed = 2;
  return fixed;
}
