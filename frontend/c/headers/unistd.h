#ifndef __DROVER_UNISTD_H
#define __DROVER_UNISTD_H
#include <__drover/no_files.h>
#include <getopt.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_LEVEL1_DCACHE_LINESIZE 190
/* A machine with two processors. */
static inline long sysconf(int name) {
  if (name == _SC_PAGESIZE) return 4096;
  if (name == _SC_NPROCESSORS_CONF || name == _SC_NPROCESSORS_ONLN) return 2;
  if (name == _SC_LEVEL1_DCACHE_LINESIZE) return 64;
  return -1;
}
static inline int getpagesize(void) { return 4096; }
static inline pid_t getpid(void) { return 1; }
static inline pid_t getppid(void) { return 0; }
static inline pid_t fork(void) {
  __drover_note("`fork` fails: a checked program has one process. Create threads");
  errno = 11; /* EAGAIN */
  return -1;
}
/* Standard input is empty, standard output and error take all; no other file is open. */
static inline ssize_t read(int file, void* to, size_t size) {
  if (file == STDIN_FILENO) return 0;
  errno = __DROVER_EBADF;
  return -1;
}
static inline ssize_t write(int file, const void* from, size_t size) {
  if (file == STDOUT_FILENO || file == STDERR_FILENO) return (ssize_t)size;
  errno = __DROVER_EBADF;
  return -1;
}
static inline ssize_t pread(int file, void* to, size_t size, off_t offset) {
  errno = file >= 0 && file <= 2 ? 29 : __DROVER_EBADF; /* ESPIPE */
  return -1;
}
static inline unsigned alarm(unsigned seconds) {
  __drover_note("no signal is sent to a checked program: this alarm never comes");
  return 0;
}
static inline int close(int file) {
  if (file >= 0 && file <= 2) return 0;
  errno = __DROVER_EBADF;
  return -1;
}
static inline off_t lseek(int file, off_t offset, int from) {
  errno = file >= 0 && file <= 2 ? 29 : __DROVER_EBADF; /* ESPIPE */
  return -1;
}
static inline int ftruncate(int file, off_t size) {
  errno = file >= 0 && file <= 2 ? 22 : __DROVER_EBADF; /* EINVAL */
  return -1;
}
static inline int unlink(const char* name) { __DROVER_NO_FILE("unlink", __DROVER_ENOENT, -1); }
static inline int access(const char* name, int mode) {
  __DROVER_NO_FILE("access", __DROVER_ENOENT, -1);
}
static inline int isatty(int file) {
  errno = file >= 0 && file <= 2 ? 25 : __DROVER_EBADF; /* ENOTTY */
  return 0;
}
#endif
