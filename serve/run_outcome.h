#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace drover::serve {

// Limits of a run.
struct RunLimits {
  double seconds = 10;
  std::uint64_t memory = 1024;                 // MiB
  std::size_t output = std::size_t{48} << 20;  // bytes
  // Extra time to report results after the time limit.
  static constexpr double Grace = 2;
};

enum class RunEnd : std::uint8_t {
  Exited,
  Signalled,  // it crashed, or the system killed it
  TimedOut,
  TooMuchOutput,
  Stopped,    // by `stop`
  NotStarted  // the system cannot start another process
};

struct RunOutcome {
  RunEnd end = RunEnd::Exited;
  int code = 0;  // exit status, or the signal
  std::string output = {};
  std::string complaints = {};
  double seconds = 0;
};

}  // namespace drover::serve
