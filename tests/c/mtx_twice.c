// expect: error deadlock
#include <threads.h>
mtx_t m;
int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_lock(&m);
  return 0;
}
