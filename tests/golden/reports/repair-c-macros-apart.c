// The same, with the two stores on their own, in a loop, by the compiler's own functions.
#include <assert.h>
#include <pthread.h>

#define PUT(place, value) __atomic_store_n(place, value, __ATOMIC_RELAXED)

static int data, flag;

void *writer(void *argument) {
  for (int i = 0; i < 1; ++i) {
    PUT(&data, 1);
    PUT(&flag, 1); }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (__atomic_load_n(&flag, __ATOMIC_RELAXED))
    assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 1);
  pthread_join(thread, 0);
  return 0;
}
