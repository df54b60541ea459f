// expect: safe options: -DFREED=0
// expect: error memory options: -DFREED=1
// Anonymous memory is a block of zeros, until it is given back.
#include <assert.h>
#include <sys/mman.h>
#ifndef FREED
#define FREED 0
#endif
int main(void) {
  int *numbers = mmap(NULL, 4 * sizeof(int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(numbers != MAP_FAILED && numbers != NULL);
  for (int i = 0; i < 4; i++) assert(numbers[i] == 0);
  numbers[3] = 5;
  assert(numbers[3] == 5);
  assert(madvise(numbers, 16, MADV_DONTNEED) == 0);
  if (FREED) munmap(numbers, 4 * sizeof(int));
  numbers[2] = 1;
  if (!FREED) munmap(numbers, 4 * sizeof(int));
  return 0;
}
