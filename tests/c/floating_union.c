// expect: safe
// expect: error unsupported options: -DOTHER
#include <assert.h>
union value {
  double number;
  long integer;
  void *pointer;
};
struct tagged {
  int tag;
  union value value;
};
static struct tagged make(int tag) {
  struct tagged made = {.tag = tag};
  if (tag == 0) {
    made.value.number = 0.5;
  } else {
    made.value.integer = 7;
  }
  return made;
}
int main(void) {
  struct tagged a = make(0), b = make(1);
  assert(b.value.integer == 7);
#ifdef OTHER
  return a.value.integer == 7;
#else
  double read = a.value.number;
  (void)read;
  return 0;
#endif
}
