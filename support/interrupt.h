#pragma once

#include <csignal>

#include <atomic>

namespace drover {

// While it lives, Ctrl-C asks runs to stop and report; a second one ends the process.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction previous_ = {};
};

[[nodiscard]] const std::atomic<bool>& interrupt_flag();
[[nodiscard]] bool was_interrupted();

}  // namespace drover
