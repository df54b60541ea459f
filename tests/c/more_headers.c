// expect: safe
// Functions and macros of headers that have little to do with threads.
#include <assert.h>
#include <byteswap.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdnoreturn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/cdefs.h>
#include <sys/param.h>
#include <sys/types.h>
#include <unistd.h>
__BEGIN_DECLS
static int joined(void);
__END_DECLS
static int __CONCAT(jo, ined)(void) { return 7; }
static noreturn void stop(void) { abort(); }
int main(int argc, char *argv[]) {
  assert(isdigit('0') && isdigit('9') && !isdigit('/') && !isdigit(':') && isupper('Z') && !isupper('z'));
  assert(islower('a') && !islower('A') && isalpha('q') && !isalpha('1') && isalnum('0') && !isalnum('_'));
  assert(isxdigit('F') && isxdigit('a') && !isxdigit('g') && isspace('\v') && isspace(' ') && !isspace(8));
  assert(isblank('\t') && !isblank('\n') && isprint(' ') && !isprint(127) && isgraph('!') && !isgraph(' '));
  assert(iscntrl(127) && !iscntrl('a') && ispunct('_') && !ispunct('a'));
  assert(tolower('Q') == 'q' && tolower('@') == '@' && toupper('q') == 'Q' && toupper('~') == '~');
  char text[6] = "aBcd", *end;
  assert(strcasecmp(text, "AbCD") == 0 && strcasecmp(text, "abce") < 0 && strncasecmp("abcz", text, 3) == 0);
  assert(strncasecmp("abcz", text, 4) > 0 && bcmp(text, "aBx", 2) == 0 && bcmp(text, "aBx", 3) != 0);
  assert(memchr(text, 'c', 4) == text + 2 && memchr(text, 'c', 2) == NULL && memchr(text, 'q', 4) == NULL);
  assert(strstr(text, "Bc") == text + 1 && strstr(text, "bc") == NULL && strstr(text, "") == text);
  char *copy = strdup(text);
  assert(copy != text && strcmp(copy, text) == 0);
  bcopy(text, copy, 1);
  bcopy("zz", copy, 2);
  assert(copy[0] == 'z' && copy[1] == 'z' && copy[2] == 'c');
  bzero(copy, 2);
  assert(copy[0] == 0 && copy[1] == 0 && copy[2] == 'c');
  free(copy);
  assert(strerror(EINVAL) != NULL && setlocale(LC_ALL, "") != NULL);
  assert(atoi("-12") == -12 && atol("  +78x") == 78 && strtol("0x1F", &end, 0) == 31 && *end == 0);
  assert(strtol("017", NULL, 0) == 15 && strtol("19", &end, 8) == 1 && *end == '9' && strtoul("z", NULL, 36) == 35);
  const char *none = "x";
  assert(strtol(none, &end, 10) == 0 && end == none && strtoul(none, &end, 36) == 33 && end == none + 1);
  assert(strtoul("18446744073709551615", NULL, 10) == ULONG_MAX && errno == 0);
  assert(strtol("-9223372036854775808", NULL, 10) == LONG_MIN && errno == 0);
  assert(strtol("9223372036854775808", &end, 10) == LONG_MAX && errno == ERANGE && *end == 0);
  errno = 0;
  assert(strtoul("18446744073709551616", NULL, 10) == ULONG_MAX && errno == ERANGE);
  assert(strtoul("-1", NULL, 10) == ULONG_MAX && strtol("-99999999999999999999", NULL, 10) == LONG_MIN);
  assert(llabs(-(1LL << 40)) == 1LL << 40 && llabs(3) == 3);
  void *block = NULL;
  assert(posix_memalign(&block, 64, 8) == 0 && block != NULL && posix_memalign(&block, 24, 8) == EINVAL);
  *(int *)block = 3;
  free(block);
  int *aligned = memalign(16, sizeof(int));
  *aligned = 4;
  free(aligned);
  assert(bswap_16(0x0102) == 0x0201 && bswap_32(1) == 0x01000000 && bswap_64(2) == 0x0200000000000000);
  struct { char first; alignas(32) char second; } apart = { 1, 2 };
  if (apart.first != 1) stop();
  assert(sizeof apart == 64 && apart.second == 2);
  assert(alignof(long) == 8 && __alignof_is_defined && MIN(3, 4) == 3 && MAX(3, 4) == 4 && MIN(5, 2) == 2 && MAX(5, 2) == 5);
  assert(joined() == 7 && sizeof(__STRING(abc)) == 4);
  static const struct option all[] = { { "x", no_argument, 0, 'x' }, { 0 } };
  assert(getopt(argc, argv, "x") == -1 && getopt_long(argc, argv, "x", all, NULL) == -1 && optind == 1);
  assert(sysconf(_SC_PAGESIZE) == getpagesize() && sysconf(_SC_NPROCESSORS_ONLN) == 2 && sysconf(_SC_NPROCESSORS_CONF) == 2);
  assert(sysconf(_SC_LEVEL1_DCACHE_LINESIZE) == 64 && sysconf(-5) == -1 && getpagesize() == 4096 && getpid() == 1);
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  assert(CPU_COUNT(&cpus) == 0);
  CPU_SET(5, &cpus);
  CPU_SET(6, &cpus);
  CPU_CLR(6, &cpus);
  assert(CPU_ISSET(5, &cpus) && !CPU_ISSET(6, &cpus) && CPU_COUNT(&cpus) == 1 && CPU_SETSIZE == 64);
  assert(sched_setaffinity(0, sizeof cpus, &cpus) == 0 && pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0);
  assert(sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) == 2 && CPU_ISSET(0, &cpus));
  struct sched_param param = { 0 };
  assert(sched_setscheduler(0, SCHED_FIFO, &param) == 0);
  sigset_t set, old;
  sigemptyset(&set);
  assert(!sigismember(&set, SIGINT));
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigdelset(&set, SIGTERM);
  assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM));
  sigfillset(&old);
  assert(sigismember(&old, SIGTERM) && pthread_sigmask(SIG_BLOCK, &set, &old) == 0 && !sigismember(&old, SIGTERM));
  sigfillset(&old);
  assert(sigprocmask(SIG_BLOCK, &set, &old) == 0 && !sigismember(&old, SIGTERM));
  return 0;
}
