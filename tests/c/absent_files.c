// expect: safe
// There are no files: opening one fails; what is written to standard output is taken.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char text[4] = "abc";
  struct stat status;
  struct dirent *entry = NULL;
  DIR *directory = opendir("/");
  assert(directory == NULL && errno == ENOENT && entry == NULL);
  FILE *file = fopen("f", "r");
  assert(file == NULL);
  assert(open("f", O_RDONLY) == -1 && errno == ENOENT);
  assert(open("f", O_RDWR | O_CREAT, 0600) == -1 && errno == EROFS);
  assert(read(3, text, 4) == -1 && errno == EBADF);
  assert(read(STDIN_FILENO, text, 4) == 0);
  assert(write(STDOUT_FILENO, text, 3) == 3 && write(STDERR_FILENO, text, 2) == 2);
  errno = 0;
  assert(write(7, text, 3) == -1 && errno == EBADF);
  assert(pread(5, text, 4, 0) == -1 && errno == EBADF && pread(0, text, 4, 0) == -1 && errno == ESPIPE);
  assert(getenv("HOME") == NULL && alarm(1) == 0);
  assert(close(1) == 0 && close(5) == -1);
  assert(lseek(0, 0, SEEK_SET) == -1 && errno == ESPIPE);
  assert(lseek(5, 0, SEEK_END) == -1 && errno == EBADF);
  assert(ftruncate(1, 7) == -1 && errno == EINVAL);
  assert(ftruncate(9, 7) == -1 && errno == EBADF);
  assert(unlink("f") == -1 && access("f", R_OK) == -1 && errno == ENOENT);
  assert(isatty(1) == 0 && errno == ENOTTY);
  assert(isatty(4) == 0 && errno == EBADF);
  assert(stat("f", &status) == -1 && errno == ENOENT && lstat("f", &status) == -1);
  assert(mkdir("d", S_IRWXU) == -1 && errno == EROFS);
  assert(shm_open("/m", O_RDWR, 0600) == -1 && errno == ENOENT);
  assert(shm_open("/m", O_RDWR | O_CREAT, 0600) == -1 && errno == EROFS);
  assert(shm_unlink("/m") == -1);
  assert(mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, -1, 0) == MAP_FAILED);
  assert(mremap(text, 4, 8, 0) == MAP_FAILED && errno == ENOMEM);
  errno = 0;
  assert(syscall(SYS_membarrier, 0, 0) == -1 && errno == ENOSYS);
  assert(mlock(text, 4) == 0 && munlock(text, 4) == 0);
  int how = 0;
  errno = 0;
  assert(wait(&how) == -1 && errno == ECHILD && waitpid(7, &how, WNOHANG) == -1);
  assert(WIFEXITED(256) && WEXITSTATUS(256) == 1 && WIFSIGNALED(9) && WTERMSIG(9) == 9);
  assert(fputc('a' + 256, stdout) == 'a' && putc('b', stdout) == 'b');
  assert(fwrite(text, 1, 3, stdout) == 3 && fwrite(text, 0, 3, stdout) == 0);
  setbuf(stdout, NULL);
  assert(setvbuf(stdout, NULL, _IONBF, 0) == 0);
  assert(S_ISREG(S_IFREG) && !S_ISDIR(S_IFREG) && S_ISDIR(S_IFDIR | 5));
  assert(getppid() == 0 && fork() == -1 && errno == EAGAIN);
  return 0;
}
