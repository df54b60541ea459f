#pragma once

#include <atomic>
#include <cstdint>

namespace drover {

// Selects the steps of a run that an expensive check examines: all of the first ones, then one of
// every Period, so that a run of millions of steps ends. Threads may share a CheckSample.
class CheckSample {
 public:
  static constexpr std::uint64_t AllOfFirst = 10'000;
  static constexpr std::uint64_t Period = 61;

  [[nodiscard]] bool take() {
    const std::uint64_t step = count_.fetch_add(1, std::memory_order_relaxed);
    return step < AllOfFirst || step % Period == 0;
  }

 private:
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace drover
