#ifndef __DROVER_SYS_WAIT_H
#define __DROVER_SYS_WAIT_H
/* There is one process: it has no children. */
#include <errno.h>
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WTERMSIG(status) ((status)&127)
#define WEXITSTATUS(status) (((status) >> 8) & 255)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0 && WTERMSIG(status) != 127)
static inline pid_t waitpid(pid_t process, int* status, int options) {
  errno = ECHILD;
  return -1;
}
static inline pid_t wait(int* status) { return waitpid(-1, status, 0); }
#endif
