#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace drover::cluster {

// A process that waits for messages leaves the processor to those that work: sleeps a little,
// and longer if nothing comes.
class Patience {
 public:
  void wait(bool has_news) {
    if (has_news) {
      pause_ = Least;
      return;
    }
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(pause_ * 2, Most);
  }

 private:
  static constexpr std::chrono::microseconds Least{50};
  static constexpr std::chrono::microseconds Most{1000};

  std::chrono::microseconds pause_ = Least;
};

}  // namespace drover::cluster
