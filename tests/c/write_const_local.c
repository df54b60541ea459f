// expect: error memory
static void set(int *p) { *p = 2; }
int main(void) {
  const int list[2] = {1, 2};
  set((int *)&list[1]);
}
