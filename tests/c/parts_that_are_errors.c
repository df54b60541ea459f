// expect: safe
// expect: error race options: -D RACE
// expect: error memory options: -D UNWRITTEN
// expect: error unsupported options: -D ATOMIC
// expect: error unsupported options: -D POINTER
// expect: error unsupported options: -D FLOATING
// What has no value if it is accessed in parts.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef union {
  uint32_t number;
  unsigned char bytes[4];
} parts;

static parts shared;
static _Atomic uint32_t counter;
static void *address = &shared;
static float floating = 1;

// Two threads may write different bytes of a number, not the same ones.
static void *writer(void *unused) {
#ifdef RACE
  shared.number = 1;
#else
  shared.bytes[0] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  shared.bytes[3] = 1;
  pthread_join(thread, 0);
  parts *heap = malloc(sizeof *heap);
  heap->bytes[0] = 1;
  heap->bytes[2] = 1;
  int sum = heap->bytes[0];
#ifdef UNWRITTEN
  sum += heap->number;
#endif
  free(heap);
#ifdef ATOMIC
  atomic_store(&counter, 1);
  sum += *(unsigned char *)&counter;
#endif
#ifdef POINTER
  sum += *(unsigned char *)&address;
#endif
#ifdef FLOATING
  sum += *(unsigned char *)&floating;
#endif
  return sum == 0;
}
