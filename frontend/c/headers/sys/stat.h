#ifndef __DROVER_SYS_STAT_H
#define __DROVER_SYS_STAT_H
#include <__drover/no_files.h>
#include <sys/types.h>
#include <time.h>
typedef unsigned long nlink_t;
typedef long blksize_t, blkcnt_t;
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  struct timespec st_atim, st_mtim, st_ctim;
};
#define S_IFMT 61440
#define S_IFREG 32768
#define S_IFDIR 16384
#define S_ISREG(mode) (((mode)&S_IFMT) == S_IFREG)
#define S_ISDIR(mode) (((mode)&S_IFMT) == S_IFDIR)
#define S_IRUSR 256
#define S_IWUSR 128
#define S_IXUSR 64
#define S_IRWXU 448
#define S_IRGRP 32
#define S_IWGRP 16
#define S_IROTH 4
#define S_IWOTH 2
static inline int stat(const char* name, struct stat* status) {
  __DROVER_NO_FILE("stat", __DROVER_ENOENT, -1);
}
static inline int lstat(const char* name, struct stat* status) { return stat(name, status); }
static inline int mkdir(const char* name, mode_t mode) {
  __DROVER_NO_FILE("mkdir", __DROVER_EROFS, -1);
}
#endif
