#ifndef __DROVER_UNISTD_H
#define __DROVER_UNISTD_H
#include <getopt.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
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
#endif
