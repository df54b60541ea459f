// expect: safe
// The value, the size and the sign of each constant of the headers of the system, as on Linux.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <linux/futex.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#define IS(constant, bits, size, is_signed) \
  ((unsigned long)(constant) == (bits) && sizeof(constant) == (size) && ((constant) < 0) == (is_signed))
int main(void) {
  assert(IS(EIO, 0x5, 4, 0));
  assert(IS(E2BIG, 0x7, 4, 0));
  assert(IS(EBADF, 0x9, 4, 0));
  assert(IS(EWOULDBLOCK, 0xb, 4, 0));
  assert(IS(EACCES, 0xd, 4, 0));
  assert(IS(EFAULT, 0xe, 4, 0));
  assert(IS(EEXIST, 0x11, 4, 0));
  assert(IS(ENOSPC, 0x1c, 4, 0));
  assert(IS(ERANGE, 0x22, 4, 0));
  assert(IS(ENOSYS, 0x26, 4, 0));
  assert(IS(EOVERFLOW, 0x4b, 4, 0));
  assert(IS(ENOTSUP, 0x5f, 4, 0));
  assert(IS(ENOBUFS, 0x69, 4, 0));
  assert(IS(EDQUOT, 0x7a, 4, 0));
  assert(IS(O_WRONLY, 0x1, 4, 0));
  assert(IS(O_RDWR, 0x2, 4, 0));
  assert(IS(O_CREAT, 0x40, 4, 0));
  assert(IS(O_EXCL, 0x80, 4, 0));
  assert(IS(O_TRUNC, 0x200, 4, 0));
  assert(IS(O_APPEND, 0x400, 4, 0));
  assert(IS(O_NONBLOCK, 0x800, 4, 0));
  assert(IS(required_argument, 0x1, 4, 0));
  assert(IS(optional_argument, 0x2, 4, 0));
  assert(IS(PATH_MAX, 0x1000, 4, 0));
  assert(IS(SSIZE_MAX, 0x7fffffffffffffff, 8, 0));
  assert(IS(FUTEX_WAKE, 0x1, 4, 0));
  assert(IS(FUTEX_REQUEUE, 0x3, 4, 0));
  assert(IS(FUTEX_CMP_REQUEUE, 0x4, 4, 0));
  assert(IS(FUTEX_WAIT_BITSET, 0x9, 4, 0));
  assert(IS(FUTEX_WAKE_BITSET, 0xa, 4, 0));
  assert(IS(FUTEX_PRIVATE_FLAG, 0x80, 4, 0));
  assert(IS(FUTEX_CLOCK_REALTIME, 0x100, 4, 0));
  assert(IS(FUTEX_WAIT_PRIVATE, 0x80, 4, 0));
  assert(IS(FUTEX_WAKE_PRIVATE, 0x81, 4, 0));
  assert(IS(FUTEX_WAIT_BITSET_PRIVATE, 0x89, 4, 0));
  assert(IS(FUTEX_WAKE_BITSET_PRIVATE, 0x8a, 4, 0));
  assert(IS(FUTEX_BITSET_MATCH_ANY, 0xffffffff, 4, 0));
  assert(IS(LC_NUMERIC, 0x1, 4, 0));
  assert(IS(LC_ALL, 0x6, 4, 0));
  assert(IS(SIG_UNBLOCK, 0x1, 4, 0));
  assert(IS(SIG_SETMASK, 0x2, 4, 0));
  assert(IS(SIGHUP, 0x1, 4, 0));
  assert(IS(SIGINT, 0x2, 4, 0));
  assert(IS(SIGQUIT, 0x3, 4, 0));
  assert(IS(SIGABRT, 0x6, 4, 0));
  assert(IS(SIGKILL, 0x9, 4, 0));
  assert(IS(SIGUSR1, 0xa, 4, 0));
  assert(IS(SIGSEGV, 0xb, 4, 0));
  assert(IS(SIGUSR2, 0xc, 4, 0));
  assert(IS(SIGPIPE, 0xd, 4, 0));
  assert(IS(SIGALRM, 0xe, 4, 0));
  assert(IS(SIGTERM, 0xf, 4, 0));
  assert(IS(SIGCHLD, 0x11, 4, 0));
  assert(IS(SA_RESTART, 0x10000000, 4, 0));
  assert(IS(PROT_READ, 0x1, 4, 0));
  assert(IS(PROT_WRITE, 0x2, 4, 0));
  assert(IS(PROT_EXEC, 0x4, 4, 0));
  assert(IS(MAP_SHARED, 0x1, 4, 0));
  assert(IS(MAP_PRIVATE, 0x2, 4, 0));
  assert(IS(MAP_FIXED, 0x10, 4, 0));
  assert(IS(MAP_ANONYMOUS, 0x20, 4, 0));
  assert(IS(MAP_ANON, 0x20, 4, 0));
  assert(IS(MADV_DONTNEED, 0x4, 4, 0));
  assert(IS(SYS_futex, 0xca, 4, 0));
  assert(IS(SYS_gettid, 0xba, 4, 0));
  assert(IS(CLOCK_MONOTONIC, 0x1, 4, 0));
  assert(IS(CLOCK_PROCESS_CPUTIME_ID, 0x2, 4, 0));
  assert(IS(CLOCK_THREAD_CPUTIME_ID, 0x3, 4, 0));
  assert(IS(CLOCK_MONOTONIC_RAW, 0x4, 4, 0));
  assert(IS(CLOCKS_PER_SEC, 0xf4240, 8, 0));
  assert(IS(TIME_UTC, 0x1, 4, 0));
  assert(IS(STDOUT_FILENO, 0x1, 4, 0));
  assert(IS(STDERR_FILENO, 0x2, 4, 0));
  assert(IS(_SC_PAGESIZE, 0x1e, 4, 0));
  assert(IS(_SC_PAGE_SIZE, 0x1e, 4, 0));
  assert(IS(_SC_NPROCESSORS_CONF, 0x53, 4, 0));
  assert(IS(_SC_NPROCESSORS_ONLN, 0x54, 4, 0));
  assert(IS(_SC_LEVEL1_DCACHE_LINESIZE, 0xbe, 4, 0));
  assert(IS(ENODEV, 0x13, 4, 0));
  assert(IS(ENOTDIR, 0x14, 4, 0));
  assert(IS(EISDIR, 0x15, 4, 0));
  assert(IS(EMFILE, 0x18, 4, 0));
  assert(IS(EPIPE, 0x20, 4, 0));
  assert(IS(EDOM, 0x21, 4, 0));
  assert(IS(EILSEQ, 0x54, 4, 0));
  assert(IS(ECONNRESET, 0x68, 4, 0));
  assert(IS(EALREADY, 0x72, 4, 0));
  assert(IS(EINPROGRESS, 0x73, 4, 0));
  assert(IS(ECANCELED, 0x7d, 4, 0));
  assert(IS(EOWNERDEAD, 0x82, 4, 0));
  assert(IS(ENOTRECOVERABLE, 0x83, 4, 0));
  assert(IS(POLLIN, 0x1, 4, 0));
  assert(IS(POLLPRI, 0x2, 4, 0));
  assert(IS(POLLOUT, 0x4, 4, 0));
  assert(IS(POLLERR, 0x8, 4, 0));
  assert(IS(POLLHUP, 0x10, 4, 0));
  assert(IS(POLLNVAL, 0x20, 4, 0));
  assert(SIG_IGN != SIG_DFL && (unsigned long)SIG_IGN == 1 && MAP_FAILED == (void *)-1 && PTHREAD_CANCELED == (void *)-1);
  return 0;
}
