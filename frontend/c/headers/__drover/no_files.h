#ifndef __DROVER_NO_FILES_H
#define __DROVER_NO_FILES_H
/* There are no files: opening one fails as in an empty file system that cannot be written. */
#include <__drover/errno_variable.h>
#define __DROVER_NO_FILE(name, number, result)                                                     \
  __drover_note("`" name "` fails: a checked program has no files. Keep in memory what it reads"); \
  errno = number;                                                                                  \
  return result
#define __DROVER_ENOENT 2
#define __DROVER_EBADF 9
#define __DROVER_EROFS 30
#endif
