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
  std::string program;                 // a path, or a name to look up in PATH
  std::vector<std::string> arguments;  // the first argument is argv[0]
  std::string input = {};              // standard input
  std::string folder = {};             // working directory; empty: the current one
  // Resources and their limits, as in setrlimit.
  std::vector<std::pair<int, std::uint64_t>> limits = {};
  // Output beyond its limit is not read; errors beyond theirs are dropped.
  std::size_t max_output = std::numeric_limits<std::size_t>::max();
  std::size_t max_errors = std::numeric_limits<std::size_t>::max();
  bool joins_streams = false;  // standard error goes to the output
  bool has_own_group = false;  // `end` also ends the child's own children
  // The child ends with this process, gains no privileges, and does not get the terminal's
  // interrupts.
  bool is_confined = false;
};

// A child process and its output. The destructor ends the child.
class Process {
 public:
  explicit Process(const ProcessSettings& settings);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Returns the error number if the child could not be started, else 0.
  [[nodiscard]] int start_error() const { return start_error_; }

  // Waits until the child writes something or closes its output, but not longer than this.
  void wait_for_output(int milliseconds) const;
  // Reads the available output without waiting.
  void read();
  [[nodiscard]] bool is_at_end() const { return pipes_[0] < 0 && pipes_[1] < 0; }
  [[nodiscard]] bool has_too_much() const { return output.size() > max_output_; }
  // Descriptors to poll for input; -1: closed.
  [[nodiscard]] const std::array<int, 2>& pipes() const { return pipes_; }

  void end() const;
  // The status as returned by waitpid; nothing while the child runs.
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
  std::array<int, 2> pipes_{-1, -1};  // output and errors
  std::optional<int> status_;
  int start_error_ = 0;
};

// True if RLIMIT_AS is usable: the shadow memory of sanitizers exceeds any reasonable limit.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool CanLimitAddresses = false;
#else
inline constexpr bool CanLimitAddresses = true;
#endif

}  // namespace drover
