#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
atomic_int x;
void *writer(void *unused) {
  for (int i = 1; i <= 10; i++) x = i;
  return NULL;
}
void *reader(void *unused) {
  int r = x;
  int s;
  if (r)
    s = r - 10;
  else
    s = r - 1;
  __VERIFIER_assume(s == 0);
  return NULL;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  return 0;
}
