#ifndef __DROVER_SCHED_H
#define __DROVER_SCHED_H
#endif
