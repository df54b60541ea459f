// expect: safe
// The size and the sign of each type of the headers of the system, as on Linux.
#include <assert.h>
#include <dirent.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#define IS(type, size, is_signed) (sizeof(type) == (size) && ((type)-1 < 0) == (is_signed))
int main(void) {
  DIR *directory = NULL;
  sighandler_t handler = SIG_IGN;
  assert(directory == NULL && sizeof(handler) == 8);
  assert(IS(nlink_t, 8, 0) && IS(blkcnt_t, 8, 1) && IS(blksize_t, 8, 1));
  assert(IS(nfds_t, 8, 0));
  assert(IS(clockid_t, 4, 1));
  assert(IS(uint, 4, 0));
  assert(IS(suseconds_t, 8, 1));
  assert(IS(dev_t, 8, 0));
  assert(IS(u_int8_t, 1, 0));
  assert(IS(ushort, 2, 0));
  assert(IS(uid_t, 4, 0));
  assert(IS(gid_t, 4, 0));
  assert(IS(mode_t, 4, 0));
  assert(IS(u_int, 4, 0));
  assert(IS(u_int32_t, 4, 0));
  assert(IS(off_t, 8, 1));
  assert(IS(u_long, 8, 0));
  assert(IS(u_int64_t, 8, 0));
  assert(IS(ulong, 8, 0));
  assert(IS(ino_t, 8, 0));
  assert(IS(u_char, 1, 0));
  assert(IS(u_short, 2, 0));
  assert(IS(u_int16_t, 2, 0));
  assert(IS(sig_atomic_t, 4, 1));
  assert(IS(time_t, 8, 1));
  assert(IS(clock_t, 8, 1));
  assert(IS(pid_t, 4, 1));
  cpu_set_t cpus;
  sigset_t signals;
  CPU_ZERO(&cpus);
  sigemptyset(&signals);
  return CPU_COUNT(&cpus) + sigismember(&signals, 2);
}
