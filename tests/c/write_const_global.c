// expect: error memory
const int x = 1;
int main(void) {
  int *p = (int *)&x;
  *p = 2;
}
