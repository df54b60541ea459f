#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "serve/connection.h"
#include "serve/run_outcome.h"
#include "support/process.h"

namespace drover::serve {

// This program, started again for one run: in its own process group, with limits, connected by
// pipes only. Ends with its parent process. The destructor ends it.
class ChildProcess {
 public:
  // `arguments`: the command line; `input`: standard input.
  ChildProcess(const std::vector<std::string>& arguments, std::string input,
               const RunLimits& limits);

  // Returns the outcome once the process has ended. Nothing if it still runs after `patience`.
  [[nodiscard]] std::optional<RunOutcome> wait(std::chrono::milliseconds patience);
  // Ends the process; `wait` then returns RunEnd::Stopped.
  void stop() { end(RunEnd::Stopped); }

 private:
  void end(RunEnd why);
  [[nodiscard]] RunOutcome outcome();

  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  Process process_;
  std::optional<RunEnd> forced_;  // why the process was killed
};

}  // namespace drover::serve
