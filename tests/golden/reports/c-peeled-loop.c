#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *writer(void *unused) {
  for (int i = 1; i <= 20; i++) x = i;
  return NULL;
}
void *reader(void *unused) {
  int r = x;
  while (r != 20) r = x; /* only waits, though r is also read before it */
  return NULL;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  return 0;
}
