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

// Set once runs have to stop, whatever the reason: a signal, or a limit on memory.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] bool was_interrupted();

// Asks runs to stop since the process takes more memory than it may, until `forget_memory_limit`.
void interrupt_at_memory_limit();
[[nodiscard]] bool is_at_memory_limit();
// What took the memory has been given back. A signal is not forgotten.
void forget_memory_limit();

}  // namespace drover
