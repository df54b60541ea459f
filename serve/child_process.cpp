#include "serve/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>

namespace drover::serve {

namespace {

// Complaints that are longer than this are cut.
constexpr std::size_t MaxComplaints = std::size_t{256} << 10;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Their shadow memory takes more addresses than any limit would leave.
constexpr bool LimitsAddresses = false;
#else
constexpr bool LimitsAddresses = true;
#endif

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

// Closed in other children that are started meanwhile.
Pipe make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  return {ends[0], ends[1]};
}

void close_pipe(int& end) {
  if (end >= 0) ::close(end);
  end = -1;
}

void set_limit(__rlimit_resource resource, rlim_t most) {
  const rlimit limit{most, most};
  ::setrlimit(resource, &limit);
}

// ---- In the child, between fork and exec: only calls that are safe there.

struct Start {
  Pipe input;
  Pipe output;
  Pipe complaints;
  rlim_t seconds = 0;
  rlim_t memory = 0;
  pid_t parent = 0;
};

[[noreturn]] void become(const Start& start, char* const* arguments) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The server may have ended before that took effect.
  if (::getppid() != start.parent) ::_exit(127);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::dup2(start.input.read_end, STDIN_FILENO);
  ::dup2(start.output.write_end, STDOUT_FILENO);
  ::dup2(start.complaints.write_end, STDERR_FILENO);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGINT, SIG_IGN);  // of the terminal: the server decides
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  set_limit(RLIMIT_CPU, start.seconds);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, 0);
  set_limit(RLIMIT_NOFILE, 32);
  if (LimitsAddresses) set_limit(RLIMIT_AS, start.memory);
  if (::chdir("/") != 0) ::_exit(127);
  // Not by its path: the program may have been replaced meanwhile.
  ::execv("/proc/self/exe", arguments);
  ::_exit(127);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, std::string input,
                           const RunLimits& limits)
    : limits_(limits),
      deadline_(start_ + std::chrono::milliseconds(static_cast<std::int64_t>(
                             (limits.seconds + RunLimits::Grace) * 1000))),
      input_(std::move(input)) {
  start(arguments);
}

ChildProcess::~ChildProcess() {
  end(RunEnd::Stopped);
  if (process_ > 0 && !is_reaped_) {
    while (::waitpid(process_, &wait_status_, 0) < 0 && errno == EINTR) {
    }
  }
  close_pipe(to_child_);
  close_pipe(from_output_);
  close_pipe(from_complaints_);
}

void ChildProcess::start(const std::vector<std::string>& arguments) {
  Start how{.input = make_pipe(),
            .output = make_pipe(),
            .complaints = make_pipe(),
            .seconds = static_cast<rlim_t>(std::ceil(limits_.seconds + RunLimits::Grace)) + 1,
            .memory = static_cast<rlim_t>(limits_.memory) << 20,
            .parent = ::getpid()};
  // Made before the fork: nothing may be allocated behind it.
  std::vector<std::string> texts{"drover"};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  const bool has_pipes =
      how.complaints.read_end >= 0 && how.output.read_end >= 0 && how.input.read_end >= 0;
  if (has_pipes) process_ = ::fork();
  if (process_ == 0) become(how, pointers.data());
  close_pipe(how.input.read_end);
  close_pipe(how.output.write_end);
  close_pipe(how.complaints.write_end);
  to_child_ = how.input.write_end;
  from_output_ = how.output.read_end;
  from_complaints_ = how.complaints.read_end;
  if (process_ < 0) {
    close_pipe(to_child_);
    close_pipe(from_output_);
    close_pipe(from_complaints_);
    return;
  }
  ::setpgid(process_, process_);  // whoever is first
  for (const int pipe : {to_child_, from_output_, from_complaints_}) {
    ::fcntl(pipe, F_SETFL, ::fcntl(pipe, F_GETFL) | O_NONBLOCK);
  }
}

// The process and all that it may have started.
void ChildProcess::end(RunEnd why) {
  if (process_ <= 0 || is_reaped_) return;
  if (!forced_) forced_ = why;
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
}

void ChildProcess::take(int& pipe, std::string& text) {
  std::array<char, 65536> block;
  while (pipe >= 0) {
    const ssize_t count = ::read(pipe, block.data(), block.size());
    if (count > 0) {
      text.append(block.data(), static_cast<std::size_t>(count));
      if (&text == &outcome_.output && text.size() > limits_.output) {
        end(RunEnd::TooMuchOutput);
        close_pipe(pipe);
      }
      if (&text == &outcome_.complaints && text.size() > MaxComplaints) text.resize(MaxComplaints);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    close_pipe(pipe);
  }
}

// Passes on what can be passed on.
void ChildProcess::pump(int milliseconds) {
  std::array<pollfd, 3> entries{pollfd{to_child_, POLLOUT, 0}, pollfd{from_output_, POLLIN, 0},
                                pollfd{from_complaints_, POLLIN, 0}};
  ::poll(entries.data(), entries.size(), milliseconds);
  if (entries[0].revents != 0) {
    const ssize_t count = ::write(to_child_, input_.data() + written_, input_.size() - written_);
    if (count > 0) written_ += static_cast<std::size_t>(count);
    const bool has_failed = count < 0 && errno != EAGAIN && errno != EINTR;
    if (has_failed || written_ == input_.size()) close_pipe(to_child_);
  }
  if (entries[1].revents != 0) take(from_output_, outcome_.output);
  if (entries[2].revents != 0) take(from_complaints_, outcome_.complaints);
}

bool ChildProcess::has_ended() {
  if (is_reaped_) return true;
  const pid_t ended = ::waitpid(process_, &wait_status_, WNOHANG);
  if (ended != process_) return false;
  is_reaped_ = true;
  // What it has written is all there is: nobody else writes into these pipes.
  take(from_output_, outcome_.output);
  take(from_complaints_, outcome_.complaints);
  return true;
}

std::optional<RunOutcome> ChildProcess::wait(std::chrono::milliseconds patience) {
  if (process_ < 0) {
    outcome_.end = RunEnd::NotStarted;
    return outcome_;
  }
  const Clock::time_point until = Clock::now() + patience;
  while (!has_ended()) {
    const Clock::time_point now = Clock::now();
    if (now >= deadline_) end(RunEnd::TimedOut);
    if (now >= until) return std::nullopt;
    const bool is_silent = from_output_ < 0 && from_complaints_ < 0 && to_child_ < 0;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - now).count();
    // One that has closed its pipes is about to end; no pipe will tell.
    pump(static_cast<int>(std::clamp<std::int64_t>(left, 1, is_silent ? 2 : 100)));
  }
  outcome_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  if (forced_) {
    outcome_.end = *forced_;
  } else if (WIFSIGNALED(wait_status_)) {
    outcome_.end = WTERMSIG(wait_status_) == SIGXCPU ? RunEnd::TimedOut : RunEnd::Signalled;
    outcome_.code = WTERMSIG(wait_status_);
  } else {
    outcome_.end = RunEnd::Exited;
    outcome_.code = WEXITSTATUS(wait_status_);
  }
  return std::move(outcome_);
}

}  // namespace drover::serve
