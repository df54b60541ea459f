#ifndef __DROVER_X86INTRIN_H
#define __DROVER_X86INTRIN_H
#include <immintrin.h>
#endif
