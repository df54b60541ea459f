#ifndef __DROVER_TIME_H
#define __DROVER_TIME_H
#include <stddef.h>
/* There is no clock: a wait for a time ends at once, and reading the time is refused. */
typedef long time_t;
typedef long clock_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#endif
