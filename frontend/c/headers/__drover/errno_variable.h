#ifndef __DROVER_ERRNO_VARIABLE_H
#define __DROVER_ERRNO_VARIABLE_H
extern _Thread_local int errno;
_Thread_local int errno;
#endif
