#ifndef __DROVER_SYSCALL_H
#define __DROVER_SYSCALL_H
#include <sys/syscall.h>
#endif
