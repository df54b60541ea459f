#ifndef __DROVER_LOCALE_H
#define __DROVER_LOCALE_H
#include <stddef.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
static inline char* setlocale(int category, const char* name) { return "C"; }
#endif
