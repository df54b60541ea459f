// One fence makes it right, in a file that is included.
#include <assert.h>
#include <pthread.h>
#include "repair-c-header.h"

static atomic_int current;
static int cells[2];

void *reader(void *argument) {
  read_lock();
  int index = current_of(&current);
  assert(cells[index] == 0);
  read_unlock();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  atomic_exchange_explicit(&current, 1, memory_order_release);
  if (!has_reader()) cells[0] = 1;
  pthread_join(thread, 0);
  return 0;
}
