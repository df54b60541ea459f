#ifndef __DROVER_SIGNAL_H
#define __DROVER_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct {
  unsigned long __set;
} sigset_t;
struct sigaction {
  void (*sa_handler)(int);
  sigset_t sa_mask;
  int sa_flags;
};
#define SIG_DFL ((void (*)(int))0)
#define SIG_IGN ((void (*)(int))1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGABRT 6
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SA_RESTART 268435456
/* No signal is sent: masks are kept, without effect, and handlers never run. */
#define SIG_ERR ((void (*)(int)) - 1)
#define __DROVER_NO_SIGNAL \
  __drover_note("no signal is sent to a checked program: the handler that is set here never runs")
static inline int sigaction(int number, const struct sigaction* action, struct sigaction* old) {
  __DROVER_NO_SIGNAL;
  if (old) old->sa_handler = SIG_DFL;
  return 0;
}
typedef void (*sighandler_t)(int);
static inline sighandler_t signal(int number, sighandler_t handler) {
  __DROVER_NO_SIGNAL;
  return SIG_DFL;
}
static inline int sigemptyset(sigset_t* set) {
  set->__set = 0;
  return 0;
}
static inline int sigfillset(sigset_t* set) {
  set->__set = -1UL;
  return 0;
}
static inline int sigaddset(sigset_t* set, int number) {
  set->__set |= 1UL << (number & 63);
  return 0;
}
static inline int sigdelset(sigset_t* set, int number) {
  set->__set &= ~(1UL << (number & 63));
  return 0;
}
static inline int sigismember(const sigset_t* set, int number) {
  return (int)(set->__set >> (number & 63) & 1);
}
static inline int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  if (old) old->__set = 0;
  return 0;
}
static inline int sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  return pthread_sigmask(how, set, old);
}
#endif
