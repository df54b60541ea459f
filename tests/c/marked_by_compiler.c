// expect: safe options: parts/marked.c
// expect: error race options: -DPLAIN parts/marked.c
// A file that a compiler has preprocessed is known by its first line.
#include <pthread.h>
void add(void);
int counter;
void *adds(void *a) {
#ifdef PLAIN
  counter++;
#else
  add();
#endif
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  add();
  pthread_join(t, 0);
  return counter != 2;
}
