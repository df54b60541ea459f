// expect: safe
// expect: safe options: -m sc
// The bytes of a number are memory of their own: members of a union, characters, `memcpy`.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef union {
  int64_t number;
  int32_t words[2];
  uint16_t halves[4];
  signed char bytes[8];
} parts;
struct mixed {
  char tag;
  parts value;
  void *address;
};

static parts global = {0x0102030405060708};
static parts in_words = {.words = {-1, 2}};
static int32_t counter = 0x01020304;
static struct mixed record = {1, {-2}, &record};

static void unions(void) {
  assert(global.bytes[0] == 8 && global.bytes[7] == 1 && global.halves[1] == 0x0506);
  global.bytes[7] = -1;
  assert(global.words[1] == (int32_t)0xff020304 && global.number < 0);
  assert(in_words.number == 0x2ffffffff && in_words.bytes[3] == -1 && in_words.halves[1] == 0xffff);
  parts copy = global;
  copy.halves[0] = 0xfffe;
  assert(copy.bytes[0] == -2 && copy.words[0] == 0x0506fffe && global.bytes[0] == 8);
}

static void characters(void) {
  unsigned char *bytes = (unsigned char *)&counter;
  assert(bytes[0] == 4 && bytes[3] == 1);
  bytes[1] = 0xff;
  assert(counter == 0x0102ff04);
  *(unsigned *)&counter += 0x100;
  assert(counter == 0x01030004 && bytes[2] == 3);
}

static void copies(void) {
  int64_t number = -3;
  int32_t half;
  memcpy(&half, (char *)&number + 4, sizeof half);
  assert(half == -1);
  half = 7;
  memcpy((char *)&number + 4, &half, 2);
  assert(number == (int64_t)0xffff0007fffffffd);
  char *heap = malloc(6);
  memcpy(heap, &number, 6);
  int16_t third;
  memcpy(&third, heap + 4, 2);
  assert(third == 7);
  free(heap);
}

static void records(void) {
  struct mixed copy = record;
  assert(copy.value.words[1] == -1 && copy.value.halves[0] == 0xfffe && copy.address == &record);
  memset(&copy.value.words[1], 0x11, 3);
  assert(copy.value.number == (int64_t)0xff111111fffffffe);
}

// Ordered by the end of the thread.
static void *writer(void *given) {
  parts *shared = given;
  shared->halves[2] = 0x1122;
  return 0;
}

int main(void) {
  unions();
  characters();
  copies();
  records();
  parts *shared = calloc(1, sizeof *shared);
  shared->number = 5;
  pthread_t thread;
  pthread_create(&thread, 0, writer, shared);
  shared->bytes[0] = 6;
  pthread_join(thread, 0);
  assert(shared->number == 0x112200000006);
  free(shared);
  return 0;
}
