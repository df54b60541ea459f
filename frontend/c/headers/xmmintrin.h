#ifndef __DROVER_XMMINTRIN_H
#define __DROVER_XMMINTRIN_H
#include <immintrin.h>
#endif
