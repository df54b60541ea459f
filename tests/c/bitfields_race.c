// expect: error race
// expect: safe options: -DAPART
// C11 3.14: adjacent bit-fields are one memory location.
#include <pthread.h>
static struct {
  unsigned left : 4;
#ifdef APART
  unsigned : 0;
#endif
  unsigned right : 4;
} both;
static void *run(void *argument) {
  both.right = 1;
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, run, 0);
  both.left = 1;
  pthread_join(other, 0);
  return both.left + both.right != 2;
}
