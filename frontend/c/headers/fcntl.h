#ifndef __DROVER_FCNTL_H
#define __DROVER_FCNTL_H
#include <__drover/no_files.h>
#include <sys/stat.h>
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 64
#define O_EXCL 128
#define O_TRUNC 512
#define O_APPEND 1024
#define O_NONBLOCK 2048
#define O_CLOEXEC 524288
static inline int open(const char* name, int flags, ...) {
  __DROVER_NO_FILE("open", flags & O_CREAT ? __DROVER_EROFS : __DROVER_ENOENT, -1);
}
#endif
