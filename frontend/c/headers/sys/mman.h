#ifndef __DROVER_SYS_MMAN_H
#define __DROVER_SYS_MMAN_H
#include <stdlib.h>
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void*)-1)
#define MADV_DONTNEED 4
/* Anonymous memory is a block of zeros. */
static inline void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if ((flags & (MAP_ANONYMOUS | MAP_FIXED)) != MAP_ANONYMOUS ||
      (protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __drover_refuse("`mmap` of a file, to a fixed address, or without reading and writing is",
                    "anonymous memory (MAP_ANONYMOUS) is supported");
  return calloc(1, size);
}
static inline int munmap(void* block, size_t size) {
  free(block);
  return 0;
}
#endif
