#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "serve/connection.h"
#include "serve/run_outcome.h"

namespace drover::serve {

// This program, started again for one run: in a process group of its own, with limits, and with
// nothing but pipes to the world. Ends with the process that started it. Whoever destroys it kills
// it.
class ChildProcess {
 public:
  // `arguments`: of the command line; `input`: what it reads from standard input.
  ChildProcess(const std::vector<std::string>& arguments, std::string input,
               const RunLimits& limits);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // What came of it, once it has ended; nothing if it has not after `patience`.
  [[nodiscard]] std::optional<RunOutcome> wait(std::chrono::milliseconds patience);
  // Ends it: `wait` tells so.
  void stop() { end(RunEnd::Stopped); }

 private:
  void start(const std::vector<std::string>& arguments);
  void pump(int milliseconds);
  void end(RunEnd why);
  void take(int& pipe, std::string& text);
  [[nodiscard]] bool has_ended();

  RunLimits limits_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  std::string input_;
  std::size_t written_ = 0;
  int to_child_ = -1;
  int from_output_ = -1;
  int from_complaints_ = -1;
  pid_t process_ = -1;  // -1: there is none any more
  bool is_reaped_ = false;
  int wait_status_ = 0;
  std::optional<RunEnd> forced_;  // why it was killed
  RunOutcome outcome_;
};

}  // namespace drover::serve
