// expect: error memory
struct s {
  int a, b;
};
static struct s global;
int main(void) {
  struct s x;
  x.a = 1;
  global = x;
  return global.b;
}
