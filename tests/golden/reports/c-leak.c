// Of two nodes, the one that comes too late is lost, and its tail with it; the other is left in `top`.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
struct node {
  int value;
  uintptr_t next;
};
_Atomic(struct node *) top;
static void *push(void *unused) {
  struct node *tail = malloc(sizeof *tail);
  struct node *node = malloc(sizeof *node);
  tail->value = 1;
  node->next = (uintptr_t)tail | 1;  // a mark: it is found nonetheless
  struct node *none = 0;
  atomic_compare_exchange_strong(&top, &none, node);
  return 0;
}
int main(void) {
  pthread_t first, second;
  int *buffer = malloc(4 * sizeof *buffer);
  buffer[3] = 1;
  pthread_create(&first, 0, push, 0);
  pthread_create(&second, 0, push, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(buffer);
  return 0;
}
