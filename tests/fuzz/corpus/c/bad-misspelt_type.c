int main(void) {
  itn x = 0;
  return x;
}
