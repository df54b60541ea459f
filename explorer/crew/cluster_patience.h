#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace drover::cluster {

// Lets a process that waits for messages sleep, longer if none comes, to leave the processor to the
// working ones.
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
