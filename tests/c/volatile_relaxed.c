// expect: safe options: --volatile relaxed
// expect: error race options: --volatile plain
// expect: error race
// Accesses to volatile objects are relaxed atomic ones if an option says so: also those through a
// pointer, of members and of elements, and the reads and writes of `++` and `+=`, which are two
// accesses.
#include <assert.h>
#include <pthread.h>
#define READ_ONCE(x) (*(volatile typeof(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile typeof(x) *)&(x) = (value))
static volatile int stop;
static int shared;
static struct { volatile int count; volatile int cells[2]; } both;
static void *run(void *u) {
  stop = 1;
  WRITE_ONCE(shared, 5);
  both.count++;
  both.cells[1] += 2;
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int seen = stop;
  int read = READ_ONCE(shared);
  both.count++;
  both.cells[1] += 2;
  pthread_join(t, 0);
  assert(seen == 0 || seen == 1);
  assert(read == 0 || read == 5);
  return 0;
}
