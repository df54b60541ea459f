#ifndef __DROVER_SCHED_H
#define __DROVER_SCHED_H
#include <stddef.h>
#include <sys/types.h>
/* Every schedule is tried: scheduling parameters are stored and have no effect. */
struct sched_param {
  int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
typedef struct {
  unsigned long __set;
} cpu_set_t;
#define CPU_SETSIZE 64
#define CPU_ZERO(set) ((void)((set)->__set = 0))
#define CPU_SET(cpu, set) ((void)((set)->__set |= 1UL << (cpu)))
#define CPU_CLR(cpu, set) ((void)((set)->__set &= ~(1UL << (cpu))))
#define CPU_ISSET(cpu, set) ((int)((set)->__set >> (cpu)&1))
#define CPU_COUNT(set) __builtin_popcountl((set)->__set)
static inline int sched_setaffinity(pid_t process, size_t size, const cpu_set_t* set) { return 0; }
static inline int sched_getaffinity(pid_t process, size_t size, cpu_set_t* set) {
  set->__set = 3; /* two processors */
  return 0;
}
static inline int pthread_setaffinity_np(unsigned long thread, size_t size, const cpu_set_t* set) {
  return 0;
}
static inline int sched_setscheduler(pid_t process, int policy, const struct sched_param* param) {
  return 0;
}
#endif
