#include "support/interrupt.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace drover::interrupt_test {

namespace {

// How a process ends that gets two signals, so long one after the other.
int status_after_two(int signal, std::chrono::milliseconds between) {
  const pid_t child = fork();
  if (child == 0) {
    const InterruptGuard guard;
    std::raise(signal);
    std::this_thread::sleep_for(between);
    std::raise(signal);
    _exit(was_interrupted() ? 7 : 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("two signals in a row ask to stop, a later one ends the process") {
  for (const int signal : InterruptGuard::Signals) {
    const int at_once = status_after_two(signal, std::chrono::milliseconds(0));
    CHECK(WIFEXITED(at_once));
    CHECK(WEXITSTATUS(at_once) == 7);
    const int later = status_after_two(signal, std::chrono::milliseconds(700));
    CHECK(WIFSIGNALED(later));
    CHECK(WTERMSIG(later) == signal);
  }
}

}  // namespace drover::interrupt_test
