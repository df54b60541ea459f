#pragma once

#include <csignal>

#include <array>
#include <atomic>
#include <cstddef>

namespace drover {

// While it lives, Ctrl-C and SIGTERM (`kill`, `timeout`) ask runs to stop and report; a second one
// of the same kind, half a second later or more, ends the process.
class InterruptGuard {
 public:
  static constexpr std::array Signals{SIGINT, SIGTERM};

  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  std::array<struct sigaction, Signals.size()> previous_ = {};
};

[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] bool was_interrupted();

}  // namespace drover
