// A race on one byte of a number, and the bytes that its thread reads of it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static union {
  uint32_t word;
  uint8_t bytes[4];
} x = {0x01020304};
static void *writer(void *unused) {
  x.bytes[1] = 0xaa;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  assert(x.word == 0x01020304);
  pthread_join(thread, 0);
  return 0;
}
