#ifndef __DROVER_ASM_UNISTD_H
#define __DROVER_ASM_UNISTD_H
#include <sys/syscall.h>
#endif
