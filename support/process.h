#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace drover {

struct ProcessSettings {
  std::string program;                 // a path, or a name that is looked up in PATH
  std::vector<std::string> arguments;  // the first one is the name that it is called by
  std::string input = {};              // its standard input
  std::string folder = {};             // where it runs; empty: here
  // Resources, and what it may use of them, as setrlimit has them.
  std::vector<std::pair<int, std::uint64_t>> limits = {};
  // More output is not read; more errors are lost.
  std::size_t max_output = std::numeric_limits<std::size_t>::max();
  std::size_t max_errors = std::numeric_limits<std::size_t>::max();
  bool joins_streams = false;  // its errors are part of its output
  bool has_own_group = false;  // `end` ends the processes that it has started, too
  // It ends with this process, gains no privileges, and does not see the terminal's interrupts.
  bool is_confined = false;
};

// A child process, and what it writes. The destructor ends it.
class Process {
 public:
  explicit Process(const ProcessSettings& settings);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // The number of the error for which it could not be started; 0 if it was.
  [[nodiscard]] int start_error() const { return start_error_; }

  // Waits until it writes something or ends its output.
  void wait_for_output(int milliseconds) const;
  // Takes what it has written; does not wait.
  void read();
  [[nodiscard]] bool is_at_end() const { return pipes_[0] < 0 && pipes_[1] < 0; }
  [[nodiscard]] bool has_too_much() const { return output.size() > max_output_; }
  // What to poll for input; -1: there is nothing more.
  [[nodiscard]] const std::array<int, 2>& pipes() const { return pipes_; }

  void end() const;
  // As waitpid gives it; nothing while it runs.
  [[nodiscard]] std::optional<int> status();
  [[nodiscard]] int wait_for_status();

  std::string output;
  std::string errors;

 private:
  void take(int& pipe, std::string& text);

  std::size_t max_output_;
  std::size_t max_errors_;
  bool has_own_group_;
  int process_ = -1;
  std::array<int, 2> pipes_{-1, -1};  // of output and errors
  std::optional<int> status_;
  int start_error_ = 0;
};

// Whether a limit of addresses (RLIMIT_AS) can be kept: the shadow memory of sanitizers takes more
// than any limit would leave.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool CanLimitAddresses = false;
#else
inline constexpr bool CanLimitAddresses = true;
#endif

}  // namespace drover
