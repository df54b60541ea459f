#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "cli/command_line.h"
#include "frontend/diagnostic_printer.h"

namespace drover::cli {

enum class Stream : std::uint8_t { Output, Error };

[[nodiscard]] bool is_terminal(Stream stream);
// Overrides the system's answer, for a process whose output a launcher passes on. Call before any
// output.
void assume_terminal(Stream stream, bool is_terminal);
// Turns output off or on.
void be_silent(bool is_silent);
[[nodiscard]] bool is_input_terminal();
// Returns the columns of a line on standard output: the terminal's (COLUMNS comes first), or 100.
[[nodiscard]] std::size_t output_columns();
[[nodiscard]] Colour colour_for(Stream stream, ColourChoice choice);
void write(Stream stream, std::string_view text);
// True if output was lost: the disk is full, or the stream is closed.
[[nodiscard]] bool has_failed(Stream stream);

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
