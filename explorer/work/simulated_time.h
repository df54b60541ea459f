#pragma once

#include <chrono>

namespace drover::work {

// A clock that goes on when it is told to. For a crew that one thread plays.
class SimulatedTime {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Clock::time_point now() const { return now_; }
  void pass(std::chrono::nanoseconds time) { now_ += time; }

 private:
  Clock::time_point now_ = Clock::now();
};

}  // namespace drover::work
