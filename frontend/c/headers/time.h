#ifndef __DROVER_TIME_H
#define __DROVER_TIME_H
#include <stddef.h>
#include <sys/types.h>
/* There is no clock: a wait for a time ends at once, and the time is always the same (or one of the
   values of --nondet). */
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCKS_PER_SEC 1000000L
#define TIME_UTC 1
static inline time_t time(time_t* place) {
  time_t now = __drover_time();
  if (place) *place = now;
  return now;
}
static inline clock_t clock(void) { return __drover_time(); }
static inline int clock_gettime(clockid_t clock, struct timespec* now) {
  now->tv_sec = __drover_time();
  now->tv_nsec = 0;
  return 0;
}
static inline int clock_getres(clockid_t clock, struct timespec* least) {
  if (least) {
    least->tv_sec = 0;
    least->tv_nsec = 1;
  }
  return 0;
}
static inline int timespec_get(struct timespec* now, int base) {
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}
#endif
