// expect: safe
// No signal is sent: handlers are accepted, and never run.
#include <assert.h>
#include <signal.h>
static void handler(int number) { assert(number < 0); }
int main(void) {
  struct sigaction action = {.sa_handler = handler}, old;
  old.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGINT, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(signal(SIGTERM, handler) == SIG_DFL);
  return 0;
}
