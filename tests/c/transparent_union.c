// expect: safe
// expect: refused members options: -DOTHER
#include <assert.h>
struct left {
  int a;
};
struct right {
  int b, c;
};
typedef union {
  struct left *left;
  struct right *right;
} either __attribute__((__transparent_union__));
static int read(either argument, int is_right) {
  return is_right ? argument.right->c : argument.left->a;
}
int main(void) {
  struct left left = {3};
  struct right right = {4, 5};
  either made = {.left = &left};
  assert(read(&left, 0) == 3 && read(&right, 1) == 5 && read(made, 0) == 3);
#ifdef OTHER
  return read(&made, 0);
#endif
  return 0;
}
