int main(void) {
  __drover_assert(1 == 1, "a\rb");
  return 0;
}
