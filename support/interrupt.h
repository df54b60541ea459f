#pragma once

#include <csignal>

#include <array>
#include <atomic>
#include <cstddef>

namespace drover {

// While a guard lives, Ctrl-C and SIGTERM (`kill`, `timeout`) ask runs to stop and report. A second
// signal of the same kind, at least half a second later, ends the process.
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

// Set once runs must stop, because of a signal or a memory limit.
[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] bool was_interrupted();

// Asks runs to stop because the process exceeds its memory limit, until `forget_memory_limit`.
void interrupt_at_memory_limit();
[[nodiscard]] bool is_at_memory_limit();
// Call once the memory is freed. A signal is not forgotten.
void forget_memory_limit();

}  // namespace drover
