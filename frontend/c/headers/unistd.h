#ifndef __DROVER_UNISTD_H
#define __DROVER_UNISTD_H
#include <stddef.h>
typedef int pid_t;
#endif
