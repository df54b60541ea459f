// expect: error memory
static void keep(int **place, int *value) { *place = value; }
int main(void) {
  int *p = 0;
again: {
  int x = 1;
  if (p) return *p;
  keep(&p, &x);
  goto again;
}
}
