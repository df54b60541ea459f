#ifndef __DROVER_SCHED_H
#define __DROVER_SCHED_H
/* Every schedule is tried: scheduling parameters are stored and have no effect. */
struct sched_param {
  int sched_priority;
};
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#endif
