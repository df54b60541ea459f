#ifndef __DROVER_EXPANDED_H
#define __DROVER_EXPANDED_H
/* Names in what the macros of glibc's headers expand to: for files that a compiler has
   preprocessed. */
#include <errno.h>
#include <stdarg.h>
typedef long __clock_t;
typedef void (*__sighandler_t)(int);
#define __builtin_va_copy(to, from) va_copy(to, from)
static inline int* __errno_location(void) { return &errno; }
#define __assert_fail(text, file, line, function) __drover_assert(0, text)
/* In clang's <stdatomic.h>. */
#define _Value __value
#define __c11_atomic_is_lock_free(size) 1
/* In the initialisers of mutexes and read-write locks, whose values are 0. */
#define PTHREAD_MUTEX_TIMED_NP 0
#define PTHREAD_RWLOCK_PREFER_READER_NP 0
#define PTHREAD_RWLOCK_DEFAULT_NP 0
/* In the kinds of mutexes. */
#define PTHREAD_MUTEX_RECURSIVE_NP 1
#define PTHREAD_MUTEX_ERRORCHECK_NP 2
#endif
