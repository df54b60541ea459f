#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "support/format.h"

namespace drover::cli {

namespace {

constexpr std::chrono::milliseconds FirstAfter(500);
constexpr std::chrono::milliseconds Interval(200);
constexpr std::string_view EraseLine = "\r\x1b[K";

// Overrides of the system's information on this process's streams.
struct Knowledge {
  std::optional<bool> is_output_terminal;
  std::optional<bool> is_error_terminal;
  std::atomic<bool> is_silent{false};
};

Knowledge& knowledge() {
  static Knowledge knowledge;
  return knowledge;
}

std::optional<bool>& assumption(Stream stream) {
  return stream == Stream::Output ? knowledge().is_output_terminal : knowledge().is_error_terminal;
}

}  // namespace

void assume_terminal(Stream stream, bool is_terminal) { assumption(stream) = is_terminal; }

void be_silent(bool is_silent) { knowledge().is_silent = is_silent; }

bool is_terminal(Stream stream) {
  if (const auto& assumed = assumption(stream)) return *assumed;
  return isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

bool is_input_terminal() { return isatty(STDIN_FILENO) != 0; }

std::size_t output_columns() {
  constexpr std::size_t Usual = 100;
  constexpr std::size_t Least = 40;
  constexpr std::size_t Most = 1000;
  std::size_t columns = 0;
  const char* wanted = std::getenv("COLUMNS");
  if (wanted != nullptr) columns = std::strtoul(wanted, nullptr, 10);
  struct winsize size = {};
  if (columns == 0 && is_terminal(Stream::Output) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    columns = size.ws_col;
  }
  return columns == 0 ? Usual : std::clamp(columns, Least, Most);
}

Colour colour_for(Stream stream, ColourChoice choice) {
  if (choice != ColourChoice::Auto) {
    return choice == ColourChoice::Always ? Colour::On : Colour::Off;
  }
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool is_unwanted = no_color != nullptr && *no_color != '\0';
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return is_terminal(stream) && !is_unwanted && !is_dumb ? Colour::On : Colour::Off;
}

void write(Stream stream, std::string_view text) {
  if (knowledge().is_silent) return;
  std::FILE* file = stream == Stream::Output ? stdout : stderr;
  std::fwrite(text.data(), 1, text.size(), file);
  std::fflush(file);
}

bool has_failed(Stream stream) {
  return std::ferror(stream == Stream::Output ? stdout : stderr) != 0;
}

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
