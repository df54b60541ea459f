#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "serve/connection.h"
#include "serve/run_outcome.h"
#include "support/process.h"

namespace drover::serve {

// This program, started again for one run: in a process group of its own, with limits, and with
// nothing but pipes to the world. Ends with the process that started it. The destructor ends it.
class ChildProcess {
 public:
  // `arguments`: of the command line; `input`: what it reads from standard input.
  ChildProcess(const std::vector<std::string>& arguments, std::string input,
               const RunLimits& limits);

  // What came of it, once it has ended; nothing if it has not after `patience`.
  [[nodiscard]] std::optional<RunOutcome> wait(std::chrono::milliseconds patience);
  // Ends it: `wait` tells so.
  void stop() { end(RunEnd::Stopped); }

 private:
  void end(RunEnd why);
  [[nodiscard]] RunOutcome outcome();

  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  Process process_;
  std::optional<RunEnd> forced_;  // why it was killed
};

}  // namespace drover::serve
