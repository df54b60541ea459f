#ifndef __DROVER_SYS_TIME_H
#define __DROVER_SYS_TIME_H
#include <time.h>
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
static inline int gettimeofday(struct timeval* now, void* zone) {
  now->tv_sec = __drover_time();
  now->tv_usec = 0;
  return 0;
}
#endif
