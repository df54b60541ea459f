#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t value;
typedef _Atomic value cell;

enum { Finished, Blocked, Stuck, Failed };  /* how a thread ends */
enum { Patience = 200000 };                 /* tries of an await */
