#include "cli/progress_line.h"

#include "cli/terminal.h"
#include "support/format.h"

namespace drover::cli {

namespace {

constexpr std::chrono::milliseconds FirstAfter(500);
constexpr std::chrono::milliseconds Interval(200);
constexpr std::string_view EraseLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::optional<Clock::time_point> first)
    : is_wanted_(is_terminal(Stream::Error)), next_(first.value_or(Clock::now() + FirstAfter)) {}

ProgressLine::~ProgressLine() {
  if (is_shown_) write(Stream::Error, EraseLine);
}

void ProgressLine::show(std::string_view text) {
  if (!is_due()) return;
  next_ = Clock::now() + Interval;
  is_shown_ = true;
  write(Stream::Error, format("{}{}", EraseLine, text));
}

}  // namespace drover::cli
