// expect: error
// A recursive `mtx_t` is not supported, and said so where it is made.
#include <threads.h>
int main(void) {
  mtx_t lock;
  mtx_init(&lock, mtx_plain | mtx_recursive);
  return 0;
}
