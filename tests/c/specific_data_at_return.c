// expect: safe
// To return from main ends the program, not its thread: no destructors.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
int value;
void destroy(void *p) { assert(0); }
int main(void) {
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &value);
  return 0;
}
