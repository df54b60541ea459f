// Orders that are nowhere in a file: one of the command line, an operator.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

void *writer(void *argument) {
  data = 1;
  atomic_store_explicit(&flag, 1, mo);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (flag) assert(data == 1);
  pthread_join(thread, 0);
  return 0;
}
