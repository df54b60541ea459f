#ifndef __DROVER_POLL_H
#define __DROVER_POLL_H
#include <sys/types.h>
#define POLLIN 1
#define POLLPRI 2
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
#define POLLNVAL 32
typedef unsigned long nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};
/* Without files it waits for a time, which takes none. */
static inline int poll(struct pollfd* files, nfds_t count, int milliseconds) {
  if (count != 0)
    __drover_refuse("`poll` of files is", "a checked program has no files: wait for a variable");
  return 0;
}
#endif
