#pragma once

#include <chrono>

namespace drover::work {

// A clock that advances on command, for a crew simulated by one thread.
class SimulatedTime {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Clock::time_point now() const { return now_; }
  void pass(std::chrono::nanoseconds time) { now_ += time; }

 private:
  Clock::time_point now_ = Clock::now();
};

}  // namespace drover::work
