#ifndef __DROVER_STDLIB_H
#define __DROVER_STDLIB_H
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
static inline int abs(int number) { return number < 0 ? -number : number; }
static inline long labs(long number) { return number < 0 ? -number : number; }
static inline int atexit(void (*function)(void)) { return 0; }
#endif
