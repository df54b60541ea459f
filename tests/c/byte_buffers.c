// expect: safe
// expect: error unsupported options: -DMIXED
// expect: error race options: -DRACE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
static char pool[256];
static size_t used;
static struct {
  size_t used;
  unsigned char bytes[64];
} arena;
static void *take(size_t size) {
  void *taken = pool + used;
  used += (size + 7) / 8 * 8;
  return taken;
}
static struct node *add(struct node *next, int value) {
  struct node *made = take(sizeof *made);
  made->next = next;
  made->value = value;
  return made;
}
static void *run(void *argument) {
  ((struct node *)argument)->value = 9;
  return 0;
}
int main(void) {
  struct node *list = add(add(0, 1), 2);
  assert(list->value == 2 && list->next->value == 1 && (char *)list == pool + 16);
  long *number = (long *)(arena.bytes + 8);
  assert(*number == 0);
  *number = 3;
  arena.bytes[0] = 4;
  assert(*number == 3 && arena.bytes[0] == 4);
  char *block = malloc(64);
  struct node *of_block = (struct node *)(block + 32);
  of_block->value = 5;
  block[0] = 6;
  assert(of_block->value == 5 && block[0] == 6);
  free(block);
  char local[32];
  int *inside = (int *)&local[4];
  *inside = 7;
  assert(*inside == 7);
#ifdef MIXED
  return pool[17];
#endif
#ifdef RACE
  pthread_t other;
  pthread_create(&other, 0, run, list);
  list->value = 1;
  pthread_join(other, 0);
#endif
  return 0;
}
