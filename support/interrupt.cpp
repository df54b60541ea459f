#include "support/interrupt.h"

namespace drover {

namespace {

std::atomic<bool> interrupted{false};

void on_interrupt(int /*signal*/) { interrupted.store(true, std::memory_order_relaxed); }

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < Signals.size(); ++i) sigaction(Signals[i], &action, &previous_[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < Signals.size(); ++i) sigaction(Signals[i], &previous_[i], nullptr);
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

bool was_interrupted() { return interrupted.load(std::memory_order_relaxed); }

}  // namespace drover
