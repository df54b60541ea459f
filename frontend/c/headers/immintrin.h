#ifndef __DROVER_IMMINTRIN_H
#define __DROVER_IMMINTRIN_H
#define _mm_pause() __builtin_ia32_pause()
#define _mm_mfence() __builtin_ia32_mfence()
#define _mm_lfence() __builtin_ia32_lfence()
#define _mm_sfence() __builtin_ia32_sfence()
#endif
