#include "support/interrupt.h"

#include <cstdint>
#include <ctime>

namespace drover {

namespace {

// `timeout` signals the process and then its group: two signals in a row count as one.
constexpr std::int64_t OneRequest = 500;  // milliseconds

std::atomic<bool> interrupted{false};
std::atomic<bool> signalled{false};
std::atomic<bool> at_memory_limit{false};
std::array<std::atomic<std::int64_t>, InterruptGuard::Signals.size()> first_at{};  // 0: none yet

// Uses only async-signal-safe calls.
std::int64_t milliseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (std::int64_t{now.tv_sec} * 1000) + (now.tv_nsec / 1'000'000) + 1;
}

void on_interrupt(int signal) {
  signalled.store(true, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_relaxed);
  for (std::size_t i = 0; i < InterruptGuard::Signals.size(); ++i) {
    if (InterruptGuard::Signals[i] != signal) continue;
    const std::int64_t now = milliseconds();
    std::int64_t first = 0;
    if (first_at[i].compare_exchange_strong(first, now) || now - first < OneRequest) return;
    // The signal is delivered again after this handler returns, and ends the process.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  for (std::size_t i = 0; i < Signals.size(); ++i) {
    first_at[i] = 0;
    sigaction(Signals[i], &action, &previous_[i]);
  }
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < Signals.size(); ++i) sigaction(Signals[i], &previous_[i], nullptr);
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

bool was_interrupted() { return interrupted.load(std::memory_order_relaxed); }

void interrupt_at_memory_limit() {
  at_memory_limit = true;
  interrupted = true;
}

bool is_at_memory_limit() { return at_memory_limit.load(std::memory_order_relaxed); }

void forget_memory_limit() {
  at_memory_limit = false;
  interrupted = false;
  // The signal may have arrived between the two statements.
  if (signalled) interrupted = true;
}

}  // namespace drover
