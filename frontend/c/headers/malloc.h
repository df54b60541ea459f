#ifndef __DROVER_MALLOC_H
#define __DROVER_MALLOC_H
#include <stdlib.h>
#endif
