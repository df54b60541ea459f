// expect: safe
// expect: error memory options: -DTWICE
// expect: safe options: -DAGAIN
// expect: refused realloc options: -DAGAIN -DMORE=8
// The addresses of functions of the library that are no functions of C.
#include <assert.h>
#include <stdlib.h>
#ifndef AGAIN
struct allocator {
  void *(*take)(size_t);
  void *(*zeroed)(size_t, size_t);
  void (*give)(void *);
};
struct allocator of_heap = {malloc, calloc, free};
int main(void) {
  int *one = of_heap.take(sizeof(int));
  int *two = of_heap.zeroed(2, sizeof(int));
  *one = 1;
  assert(two[1] == 0 && *one == 1);
  of_heap.give(one);
  of_heap.give(two);
#ifdef TWICE
  of_heap.give(one);
#endif
  return 0;
}
#else
#ifndef MORE
#define MORE 0
#endif
void *(*again)(void *, size_t) = &realloc;
int main(void) {
  int *one = again(NULL, sizeof(int));
  *one = 1;
  assert(*one == 1);
  again(one, MORE);
  return 0;
}
#endif
