// expect: refused operation FUTEX_WAKE options: -DCALL=syscall(SYS_futex,&word,FUTEX_CMP_REQUEUE,1,1,&word,0)
// expect: refused system options: -DCALL=syscall(1,&word)
// expect: refused system options: -DCALL=syscall(word,&word)
// expect: refused mmap MAP_ANONYMOUS options: -DCALL=(long)mmap(0,4096,PROT_READ|PROT_WRITE,MAP_SHARED,3,0)
// expect: refused mmap MAP_ANONYMOUS options: -DCALL=(long)mmap(0,4096,PROT_READ,MAP_PRIVATE|MAP_ANON,-1,0)
// expect: refused mmap MAP_ANONYMOUS options: -DCALL=(long)mmap(&word,4096,PROT_READ|PROT_WRITE,MAP_FIXED|MAP_ANON,-1,0)
// expect: refused files options: -DCALL=poll(&file,1,10)
// expect: safe options: -DCALL=poll(&file,0,10)
// expect: safe options: -DCALL=0
// System calls that are refused where the program can reach them.
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#ifndef CALL
#define CALL 0
#endif
#ifndef REACHED
#define REACHED 1
#endif
static int word = 1;
static struct pollfd file = {.fd = 0, .events = POLLIN};
int main(void) {
  long result = 0;
  if (REACHED) result = CALL;
  return (int)result;
}
