// expect: safe
// The value, the size and the sign of each constant of the headers of the system, as on Linux.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <linux/futex.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
  assert(IS(ESRCH, 0x3, 4, 0));
  assert(IS(ECHILD, 0xa, 4, 0));
  assert(IS(ENOTTY, 0x19, 4, 0));
  assert(IS(ESPIPE, 0x1d, 4, 0));
  assert(IS(EROFS, 0x1e, 4, 0));
  assert(IS(EADDRINUSE, 0x62, 4, 0));
  assert(IS(EAFNOSUPPORT, 0x61, 4, 0));
  assert(IS(DT_FIFO, 0x1, 4, 0));
  assert(IS(DT_CHR, 0x2, 4, 0));
  assert(IS(DT_DIR, 0x4, 4, 0));
  assert(IS(DT_BLK, 0x6, 4, 0));
  assert(IS(DT_REG, 0x8, 4, 0));
  assert(IS(DT_LNK, 0xa, 4, 0));
  assert(IS(DT_SOCK, 0xc, 4, 0));
  assert(IS(O_CLOEXEC, 0x80000, 4, 0));
  assert(IS(FUTEX_LOCK_PI, 0x6, 4, 0));
  assert(IS(FUTEX_UNLOCK_PI, 0x7, 4, 0));
  assert(IS(FUTEX_TRYLOCK_PI, 0x8, 4, 0));
  assert(IS(FUTEX_LOCK_PI2, 0xd, 4, 0));
  assert(IS(FUTEX_REQUEUE_PRIVATE, 0x83, 4, 0));
  assert(IS(FUTEX_CMP_REQUEUE_PRIVATE, 0x84, 4, 0));
  assert(IS(FUTEX_LOCK_PI_PRIVATE, 0x86, 4, 0));
  assert(IS(FUTEX_LOCK_PI2_PRIVATE, 0x8d, 4, 0));
  assert(IS(FUTEX_UNLOCK_PI_PRIVATE, 0x87, 4, 0));
  assert(IS(FUTEX_TRYLOCK_PI_PRIVATE, 0x88, 4, 0));
  assert(IS(FUTEX_WAITERS, 0x80000000, 4, 0));
  assert(IS(FUTEX_OWNER_DIED, 0x40000000, 4, 0));
  assert(IS(FUTEX_TID_MASK, 0x3fffffff, 4, 0));
  assert(IS(PTHREAD_CANCEL_ASYNCHRONOUS, 0x1, 4, 0));
  assert(IS(PTHREAD_MUTEX_ROBUST, 0x1, 4, 0));
  assert(IS(BUFSIZ, 0x2000, 4, 0));
  assert(IS(_IOLBF, 0x1, 4, 0));
  assert(IS(_IONBF, 0x2, 4, 0));
  assert(IS(SEEK_CUR, 0x1, 4, 0));
  assert(IS(SEEK_END, 0x2, 4, 0));
  assert(IS(MAP_POPULATE, 0x8000, 4, 0));
  assert(IS(MAP_NORESERVE, 0x4000, 4, 0));
  assert(IS(GRND_NONBLOCK, 0x1, 4, 0));
  assert(IS(GRND_RANDOM, 0x2, 4, 0));
  assert(IS(S_IFMT, 0xf000, 4, 0));
  assert(IS(S_IFREG, 0x8000, 4, 0));
  assert(IS(S_IFDIR, 0x4000, 4, 0));
  assert(IS(S_IRUSR, 0x100, 4, 0));
  assert(IS(S_IWUSR, 0x80, 4, 0));
  assert(IS(S_IXUSR, 0x40, 4, 0));
  assert(IS(S_IRWXU, 0x1c0, 4, 0));
  assert(IS(S_IRGRP, 0x20, 4, 0));
  assert(IS(S_IWGRP, 0x10, 4, 0));
  assert(IS(S_IROTH, 0x4, 4, 0));
  assert(IS(S_IWOTH, 0x2, 4, 0));
  assert(IS(WNOHANG, 0x1, 4, 0));
  assert(IS(WUNTRACED, 0x2, 4, 0));
  assert(IS(X_OK, 0x1, 4, 0));
  assert(IS(W_OK, 0x2, 4, 0));
  assert(IS(R_OK, 0x4, 4, 0));
  assert(IS(SYS_membarrier, 0x144, 4, 0));
  assert(IS(MREMAP_MAYMOVE, 0x1, 4, 0));
  assert((long)SIG_ERR == -1);
  assert(SIG_IGN != SIG_DFL && (unsigned long)SIG_IGN == 1 && MAP_FAILED == (void *)-1 && PTHREAD_CANCELED == (void *)-1);
  return 0;
}
