#ifndef __DROVER_DIRENT_H
#define __DROVER_DIRENT_H
#include <__drover/no_files.h>
#include <sys/types.h>
typedef struct __drover_directory DIR;
struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
static inline DIR* opendir(const char* name) {
  __DROVER_NO_FILE("opendir", __DROVER_ENOENT, (DIR*)0);
}
#endif
