// expect: safe
// The value, the size and the sign of each constant that a header names, as on Linux.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
#include <stdio.h>
#define IS(constant, bits, size, is_signed) \
  ((unsigned long)(constant) == (bits) && sizeof(constant) == (size) && ((constant) < 0) == (is_signed))
int main(void) {
  assert(IS(EPERM, 0x1, 4, 0));
  assert(IS(ENOENT, 0x2, 4, 0));
  assert(IS(EINTR, 0x4, 4, 0));
  assert(IS(EAGAIN, 0xb, 4, 0));
  assert(IS(ENOMEM, 0xc, 4, 0));
  assert(IS(EBUSY, 0x10, 4, 0));
  assert(IS(EINVAL, 0x16, 4, 0));
  assert(IS(EDEADLK, 0x23, 4, 0));
  assert(IS(ETIMEDOUT, 0x6e, 4, 0));
  assert(IS(CHAR_BIT, 0x8, 4, 0));
  assert(IS(SCHAR_MIN, 0xffffffffffffff80, 4, 1));
  assert(IS(SCHAR_MAX, 0x7f, 4, 0));
  assert(IS(UCHAR_MAX, 0xff, 4, 0));
  assert(IS(CHAR_MIN, 0xffffffffffffff80, 4, 1));
  assert(IS(CHAR_MAX, 0x7f, 4, 0));
  assert(IS(SHRT_MIN, 0xffffffffffff8000, 4, 1));
  assert(IS(SHRT_MAX, 0x7fff, 4, 0));
  assert(IS(USHRT_MAX, 0xffff, 4, 0));
  assert(IS(INT_MIN, 0xffffffff80000000, 4, 1));
  assert(IS(INT_MAX, 0x7fffffff, 4, 0));
  assert(IS(UINT_MAX, 0xffffffff, 4, 0));
  assert(IS(LONG_MIN, 0x8000000000000000, 8, 1));
  assert(IS(LONG_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(ULONG_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(LLONG_MIN, 0x8000000000000000, 8, 1));
  assert(IS(LLONG_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(ULLONG_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(INT8_MIN, 0xffffffffffffff80, 4, 1));
  assert(IS(INT8_MAX, 0x7f, 4, 0));
  assert(IS(UINT8_MAX, 0xff, 4, 0));
  assert(IS(INT16_MIN, 0xffffffffffff8000, 4, 1));
  assert(IS(INT16_MAX, 0x7fff, 4, 0));
  assert(IS(UINT16_MAX, 0xffff, 4, 0));
  assert(IS(INT32_MIN, 0xffffffff80000000, 4, 1));
  assert(IS(INT32_MAX, 0x7fffffff, 4, 0));
  assert(IS(UINT32_MAX, 0xffffffff, 4, 0));
  assert(IS(INT64_MIN, 0x8000000000000000, 8, 1));
  assert(IS(INT64_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(UINT64_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(INTPTR_MIN, 0x8000000000000000, 8, 1));
  assert(IS(INTPTR_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(UINTPTR_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(INTMAX_MIN, 0x8000000000000000, 8, 1));
  assert(IS(INTMAX_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(UINTMAX_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(SIZE_MAX, 0xffffffffffffffff, 8, 0));
  assert(IS(PTRDIFF_MIN, 0x8000000000000000, 8, 1));
  assert(IS(PTRDIFF_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(EXIT_SUCCESS, 0x0, 4, 0));
  assert(IS(EXIT_FAILURE, 0x1, 4, 0));
  assert(IS(RAND_MAX, 0x7fffffff, 4, 0));
  assert(IS(TSS_DTOR_ITERATIONS, 0x4, 4, 0));
  assert(IS(PTHREAD_CREATE_JOINABLE, 0x0, 4, 0));
  assert(IS(PTHREAD_CREATE_DETACHED, 0x1, 4, 0));
  assert(IS(PTHREAD_CANCEL_ENABLE, 0x0, 4, 0));
  assert(IS(PTHREAD_CANCEL_DISABLE, 0x1, 4, 0));
  assert(IS(PTHREAD_PROCESS_PRIVATE, 0x0, 4, 0));
  assert(IS(PTHREAD_PROCESS_SHARED, 0x1, 4, 0));
  assert(IS(PTHREAD_MUTEX_NORMAL, 0x0, 4, 0));
  assert(IS(PTHREAD_MUTEX_DEFAULT, 0x0, 4, 0));
  assert(IS(PTHREAD_MUTEX_RECURSIVE, 0x1, 4, 0));
  assert(IS(PTHREAD_MUTEX_ERRORCHECK, 0x2, 4, 0));
  assert(IS(PTHREAD_BARRIER_SERIAL_THREAD, 0xffffffffffffffff, 4, 1));
  assert(IS(PTHREAD_DESTRUCTOR_ITERATIONS, 0x4, 4, 0));
  assert(IS(ATOMIC_BOOL_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_CHAR_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_SHORT_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_INT_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_LONG_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_LLONG_LOCK_FREE, 0x2, 4, 0));
  assert(IS(ATOMIC_POINTER_LOCK_FREE, 0x2, 4, 0));
  assert(IS(SEM_VALUE_MAX, 0x7fffffff, 4, 0));
  assert(IS(EOF, 0xffffffffffffffff, 4, 1));
  assert(IS(PTHREAD_STACK_MIN, 0x4000, 4, 0));
  assert(IS(PTHREAD_SCOPE_PROCESS, 0x1, 4, 0));
  assert(IS(PTHREAD_EXPLICIT_SCHED, 0x1, 4, 0));
  assert(IS(PTHREAD_PRIO_INHERIT, 0x1, 4, 0));
  assert(IS(PTHREAD_PRIO_PROTECT, 0x2, 4, 0));
  assert(IS(SCHED_FIFO, 0x1, 4, 0));
  assert(IS(SCHED_RR, 0x2, 4, 0));
  return 0;
}
