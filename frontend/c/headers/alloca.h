#ifndef __DROVER_ALLOCA_H
#define __DROVER_ALLOCA_H
#include <stddef.h>
/* alloca is a function of the compiler. */
#endif
