// expect: error memory
struct s { int a; };
int main(void) {
  struct s *p;
  {
    p = &(struct s){3};
  }
  return p->a;
}
