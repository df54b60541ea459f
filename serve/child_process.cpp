#include "serve/child_process.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <utility>

namespace drover::serve {

namespace {

ProcessSettings settings_of(const std::vector<std::string>& arguments, std::string input,
                            const RunLimits& limits) {
  const double seconds = std::ceil(limits.seconds + RunLimits::Grace) + 1;
  ProcessSettings settings{
      .program = "/proc/self/exe",  // not its path: the file may have been replaced
      .arguments = {"drover"},
      .input = std::move(input),
      .folder = "/",
      .limits = {{RLIMIT_CPU, static_cast<std::uint64_t>(seconds)},
                 {RLIMIT_CORE, 0},
                 {RLIMIT_FSIZE, 0},
                 {RLIMIT_NOFILE, 32}},
      .max_output = limits.output,
      .max_errors = std::size_t{256} << 10,
      .has_own_group = true,
      .is_confined = true};
  settings.arguments.insert(settings.arguments.end(), arguments.begin(), arguments.end());
  if (CanLimitAddresses) settings.limits.emplace_back(RLIMIT_AS, limits.memory << 20U);
  return settings;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::string input,
                           const RunLimits& limits)
    : deadline_(start_ + std::chrono::milliseconds(static_cast<std::int64_t>(
                             (limits.seconds + RunLimits::Grace) * 1000))),
      process_(settings_of(arguments, std::move(input), limits)) {}

void ChildProcess::end(RunEnd why) {
  if (process_.status()) return;
  if (!forced_) forced_ = why;
  process_.end();
}

RunOutcome ChildProcess::outcome() {
  process_.read();  // the last output
  RunOutcome outcome{.output = std::move(process_.output),
                     .complaints = std::move(process_.errors),
                     .seconds = std::chrono::duration<double>(Clock::now() - start_).count()};
  const int status = process_.wait_for_status();
  if (forced_) {
    outcome.end = *forced_;
  } else if (WIFSIGNALED(status)) {
    outcome.end = WTERMSIG(status) == SIGXCPU ? RunEnd::TimedOut : RunEnd::Signalled;
    outcome.code = WTERMSIG(status);
  } else {
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

std::optional<RunOutcome> ChildProcess::wait(std::chrono::milliseconds patience) {
  if (process_.start_error() != 0) return RunOutcome{.end = RunEnd::NotStarted};
  const Clock::time_point until = Clock::now() + patience;
  while (!process_.status()) {
    const Clock::time_point now = Clock::now();
    if (now >= deadline_) end(RunEnd::TimedOut);
    if (now >= until) return std::nullopt;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now).count();
    // A child that closed its pipes ends soon, without a further event on a pipe.
    const bool is_silent = process_.is_at_end() || process_.has_too_much();
    process_.wait_for_output(
        static_cast<int>(std::clamp<std::int64_t>(left, 1, is_silent ? 2 : 100)));
    process_.read();
    if (process_.has_too_much()) end(RunEnd::TooMuchOutput);
  }
  return outcome();
}

}  // namespace drover::serve
