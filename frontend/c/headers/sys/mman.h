#ifndef __DROVER_SYS_MMAN_H
#define __DROVER_SYS_MMAN_H
#include <__drover/no_files.h>
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
#define MAP_POPULATE 32768
#define MAP_NORESERVE 16384
#define MAP_FAILED ((void*)-1)
#define MADV_DONTNEED 4
/* Anonymous memory is a block of zeros. No file is open that could be mapped. */
static inline void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (!(flags & MAP_ANONYMOUS) && file < 0) {
    errno = __DROVER_EBADF;
    return MAP_FAILED;
  }
  if ((flags & (MAP_ANONYMOUS | MAP_FIXED)) != MAP_ANONYMOUS ||
      (protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __drover_refuse("`mmap` of a file, to a fixed address, or without reading and writing is",
                    "anonymous memory (MAP_ANONYMOUS) is supported");
  return calloc(1, size);
}
#define MREMAP_MAYMOVE 1
static inline void* mremap(void* block, size_t size, size_t new_size, int flags, ...) {
  if (flags & MREMAP_MAYMOVE)
    __drover_refuse("`mremap` that may move is", "map memory anew, and copy what is in it");
  errno = 12; /* ENOMEM: other memory follows */
  return MAP_FAILED;
}
static inline int mlock(const void* block, size_t size) { return 0; }
static inline int munlock(const void* block, size_t size) { return 0; }
static inline int shm_open(const char* name, int flags, mode_t mode) {
  __DROVER_NO_FILE("shm_open", flags & 64 ? __DROVER_EROFS : __DROVER_ENOENT, -1); /* O_CREAT */
}
static inline int shm_unlink(const char* name) {
  __DROVER_NO_FILE("shm_unlink", __DROVER_ENOENT, -1);
}
static inline int munmap(void* block, size_t size) {
  free(block);
  return 0;
}
#endif
