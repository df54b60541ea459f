#ifndef __DROVER_EMMINTRIN_H
#define __DROVER_EMMINTRIN_H
#include <immintrin.h>
#endif
