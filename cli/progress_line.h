#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "explorer/plan/explorer_options.h"

namespace drover::cli {

// One line on the terminal that shows how far a run has come, rewritten a few times a
// second, and erased at the end. Silent where standard error is not a terminal.
class ProgressLine {
 public:
  // Shows nothing before `first`; if there is none, in the first half second.
  explicit ProgressLine(std::optional<std::chrono::steady_clock::time_point> first = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  [[nodiscard]] bool is_wanted() const { return is_wanted_; }
  // Whether it is time to show something again.
  [[nodiscard]] bool is_due() const { return is_wanted_ && Clock::now() >= next_; }
  // When that is.
  [[nodiscard]] std::chrono::steady_clock::time_point next() const { return next_; }
  void show(std::string_view text);
  void show(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_wanted_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

}  // namespace drover::cli
