// expect: safe
// Functions that do nothing that could be seen: their arguments are evaluated, each once.
#include <assert.h>
#include <stdatomic.h>
#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static int n;
#define ONCE(call, count) (n = 0, (call), n == (count))
#define TEXT (n++, "x")
static void lists(int last, ...) {
  va_list rest;
  va_start(rest, last);
  assert(ONCE((void)vprintf((n++, "%d"), rest), 1));
  assert(ONCE((void)vfprintf((n++, stdout), (n += 10, "%d"), rest), 11));
  assert(ONCE((void)vdprintf((n++, 1), (n += 10, "%d"), rest), 11));
  va_end(rest);
}
int main(void) {
  lists(1, 2);
  assert(ONCE((void)dprintf((n += 10, 1), "%d\n", n++), 11) && ONCE((void)dprintf(1, (n++, "x")), 1));
  struct timespec pause = {0, 1};
  assert(ONCE(puts(TEXT), 1) && ONCE(putchar((n++, 'x')), 1) && ONCE(perror(TEXT), 1));
  assert(ONCE(fputs(TEXT, (n += 10, stdout)), 11) && ONCE(fflush((n++, stderr)), 1));
  assert(ONCE(printf("%d\n", n++), 1) && ONCE(fprintf((n += 10, stderr), "%d\n", n++), 11));
  assert(ONCE(printf((n++, "x")), 1) && ONCE(fprintf(stderr, (n++, "x")), 1));
  assert(ONCE(usleep(n++), 1) && ONCE(sleep(n++), 1) && ONCE(srand(n++), 1));
  assert(ONCE(nanosleep((n += 10, &pause), (n++, (struct timespec *)NULL)), 11));
  assert(ONCE(__builtin_prefetch((n++, &pause)), 1));
  assert(ONCE(__builtin_expect(n++, 1), 1) && __builtin_expect(5, 0) == 5);
  assert(ONCE(atomic_signal_fence((n++, memory_order_seq_cst)), 1));
  assert(ONCE(__atomic_signal_fence((n++, __ATOMIC_SEQ_CST)), 1));
  assert(ONCE(srandom(n++), 1) && ONCE(srand48(n++), 1) && ONCE(warn(TEXT), 1) && ONCE(warnx(TEXT), 1));
  assert(ONCE(madvise((n++, &pause), (n += 10, 1)), 11));
  assert(ONCE(clock_nanosleep((n++, 0), (n += 10, 0), (n += 100, &pause), (n += 1000, (struct timespec *)NULL)), 1111));
  unsigned seed = 1;
  assert(ONCE((void)rand_r((n++, &seed)), 1) && seed == 2);
  return 0;
}
