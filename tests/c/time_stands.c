// expect: safe
// expect: error assertion options: --nondet 3..4
// Without --nondet the time is always 0; with it, any number of its range. Waiting takes no time.
#include <assert.h>
#include <sys/time.h>
#include <time.h>
#include <x86intrin.h>
static unsigned long ticks(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long)high << 32 | low;
}
static unsigned long counter(void) {
  unsigned long value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
}
int main(void) {
  struct timespec now = { 5, 5 };
  struct timeval day = { 5, 5 };
  time_t seconds = 5;
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_nsec == 0);
  assert(gettimeofday(&day, NULL) == 0 && day.tv_usec == 0);
  assert(time(&seconds) == time(NULL) && seconds == 0);
  assert(clock() == 0 && now.tv_sec == 0 && day.tv_sec == 0 && ticks() == 0 && counter() == 0);
  now.tv_sec = now.tv_nsec = 5;
  assert(clock_getres(CLOCK_REALTIME, &now) == 0 && now.tv_sec == 0 && now.tv_nsec == 1);
  assert(timespec_get(&now, TIME_UTC) == TIME_UTC && now.tv_nsec == 0);
  return 0;
}
