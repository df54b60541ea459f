#ifndef __DROVER_TIME_H
#define __DROVER_TIME_H
#include <stddef.h>
/* There is no clock: to wait for a time is to go on, and to ask for it is refused. */
typedef long time_t;
typedef long clock_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#endif
