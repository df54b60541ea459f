#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace drover::cli {

// A terminal line that shows a run's progress, rewritten a few times a second, and erased at the
// end. Silent if standard error is not a terminal.
class ProgressLine {
 public:
  // Shows nothing before `first`; without `first`, nothing in the first half second.
  explicit ProgressLine(std::optional<std::chrono::steady_clock::time_point> first = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool is_wanted() const { return is_wanted_; }
  // True if the line should be updated.
  [[nodiscard]] bool is_due() const { return is_wanted_ && Clock::now() >= next_; }
  // Returns the time of the next update.
  [[nodiscard]] std::chrono::steady_clock::time_point next() const { return next_; }
  void show(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_wanted_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

}  // namespace drover::cli
