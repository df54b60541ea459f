// expect: error
_Noreturn static void stop(int x) {
  while (x) {
  }
}
int main(void) { stop(0); }
