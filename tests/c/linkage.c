// expect: safe options: parts/linkage_stack.c
// Two files: names without linkage outside a file, objects and functions of the other file, a struct
// that only one file completes, a tag with two types, an inline function with an external definition.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "parts/linkage_stack.h"

static int count = 40;
struct item {
  long wide[3];
};
static int secret(void) { return 1; }

static void *pusher(void *arg) {
  push(1);
  return arg;
}

int main(void) {
  struct item own = {{1, 2, 3}};
  pthread_t thread;
  pthread_create(&thread, NULL, pusher, NULL);
  push(2);
  pthread_join(thread, NULL);
  struct stack *stack = the_stack();
  assert(pushed(stack) == 2);
  assert(count == 40 && secret() == 1 && secret_of_stack() == 2);
  assert(total == 7 && half(8) == 4);
  assert(own.wide[2] == 3 && sizeof own == 24);
  assert(list.next == &list && node_value(&list) == 5);
  assert(names[1] == 'b' && sizeof names == 3);
  return 0;
}
