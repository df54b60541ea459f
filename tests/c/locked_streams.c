// expect: safe
// The lock of a stream, which a thread may take again.
#include <pthread.h>
#include <stdio.h>
int counter;
void *adds(void *a) {
  flockfile(stdout);
  flockfile(stdout);
  counter++;
  funlockfile(stdout);
  counter++;
  funlockfile(stdout);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adds, 0);
  adds(0);
  pthread_join(t, 0);
  return counter != 4;
}
