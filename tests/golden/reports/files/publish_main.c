#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "publish.h"
static void *writer(void *arg) {
  publish();
  message[1] = 43;
  announce(1);
  return arg;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  if (is_there(0)) assert(message[0] == 42);
  if (is_there(1)) assert(message[1] == 43);
  return 0;
}
