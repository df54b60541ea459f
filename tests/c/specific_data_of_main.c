// expect: error assertion
// The destructors run where main ends its thread, too.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
int value;
void destroy(void *p) { assert(0); }
int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &value);
  pthread_exit(0);
}
