#ifndef __DROVER_SETJMP_H
#define __DROVER_SETJMP_H
typedef struct {
  long __unused;
} jmp_buf[1], sigjmp_buf[1];
#endif
