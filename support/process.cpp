#include "support/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

namespace drover {

namespace {

// Owns a file descriptor. Child processes do not inherit it.
struct Descriptor {
  Descriptor() = default;
  explicit Descriptor(int given) : number(given) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number >= 0) ::close(number);
    number = -1;
  }
  int number = -1;
};

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    read_end.number = ends[0];
    write_end.number = ends[1];
  }
  Descriptor read_end;
  Descriptor write_end;
};

// Returns an in-memory file with this text; -1 if it cannot be created.
int file_with(std::string_view text) {
  const int file = ::memfd_create("input", MFD_CLOEXEC);
  while (file >= 0 && !text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      ::close(file);
      return -1;
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (file >= 0) ::lseek(file, 0, SEEK_SET);
  return file;
}

struct ChildSide {
  const ProcessSettings& settings;
  char* const* arguments;
  int input;
  int output;
  int errors;
  pid_t parent;
};

void confine(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the prctl call took effect.
  if (::getppid() != parent) ::_exit(127);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGINT, SIG_IGN);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Runs in the child between fork and exec: only async-signal-safe calls. Returns on failure.
void become(const ChildSide& child) {
  if (child.settings.has_own_group) ::setpgid(0, 0);
  if (child.settings.is_confined) confine(child.parent);
  ::dup2(child.input, STDIN_FILENO);
  ::dup2(child.output, STDOUT_FILENO);
  ::dup2(child.errors, STDERR_FILENO);
  for (const auto& [resource, most] : child.settings.limits) {
    const rlimit limit{most, most};
    ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
  }
  const char* folder = child.settings.folder.c_str();
  if (folder[0] != '\0' && ::chdir(folder) != 0) return;
  ::execvp(child.settings.program.c_str(), child.arguments);
}

int wait_for(int process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

Process::Process(const ProcessSettings& settings)
    : max_output_(settings.max_output),
      max_errors_(settings.max_errors),
      has_own_group_(settings.has_own_group) {
  // Built before the fork: the child must not allocate memory.
  std::vector<std::string> words = settings.arguments;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const Descriptor input(file_with(settings.input));
  Pipe from_output;
  Pipe from_errors;
  Pipe failure;  // carries the error number; closed by exec
  const bool has_all = input.number >= 0 && from_output.read_end.number >= 0 &&
                       from_errors.read_end.number >= 0 && failure.read_end.number >= 0;
  if (!has_all) {
    start_error_ = errno;
    return;
  }
  const int error_stream =
      settings.joins_streams ? from_output.write_end.number : from_errors.write_end.number;
  const ChildSide child{settings,     arguments.data(), input.number, from_output.write_end.number,
                        error_stream, ::getpid()};
  process_ = ::fork();
  if (process_ == 0) {
    become(child);
    const int number = errno;
    const ssize_t ignored = ::write(failure.write_end.number, &number, sizeof number);
    (void)ignored;
    ::_exit(127);
  }
  failure.write_end.close();
  int number = process_ < 0 ? errno : 0;
  const bool has_failed =
      process_ < 0 || ::read(failure.read_end.number, &number, sizeof number) == sizeof number;
  if (has_failed) {
    start_error_ = number;
    if (process_ > 0) wait_for(process_);
    process_ = -1;
    return;
  }
  if (has_own_group_) ::setpgid(process_, process_);  // in both processes
  pipes_ = {std::exchange(from_output.read_end.number, -1),
            settings.joins_streams ? -1 : std::exchange(from_errors.read_end.number, -1)};
  for (const int pipe : pipes_) {
    if (pipe >= 0) ::fcntl(pipe, F_SETFL, ::fcntl(pipe, F_GETFL) | O_NONBLOCK);
  }
}

Process::~Process() {
  end();
  if (process_ > 0 && !status_) wait_for(process_);
  for (const int pipe : pipes_) {
    if (pipe >= 0) ::close(pipe);
  }
}

void Process::wait_for_output(int milliseconds) const {
  std::array<pollfd, 2> entries{pollfd{pipes_[0], POLLIN, 0}, pollfd{pipes_[1], POLLIN, 0}};
  ::poll(entries.data(), entries.size(), milliseconds);
}

void Process::take(int& pipe, std::string& text) {
  std::array<char, 65536> block;
  while (pipe >= 0 && !has_too_much()) {
    const ssize_t count = ::read(pipe, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      ::close(std::exchange(pipe, -1));
      return;
    }
    text.append(block.data(), static_cast<std::size_t>(count));
    if (errors.size() > max_errors_) errors.resize(max_errors_);
  }
}

void Process::read() {
  take(pipes_[0], output);
  take(pipes_[1], errors);
}

void Process::end() const {
  if (process_ <= 0 || status_) return;
  if (has_own_group_) ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
}

std::optional<int> Process::status() {
  int status = 0;
  if (!status_ && process_ > 0 && ::waitpid(process_, &status, WNOHANG) == process_) {
    status_ = status;
  }
  return status_;
}

int Process::wait_for_status() {
  if (!status_) status_ = wait_for(process_);
  return *status_;
}

}  // namespace drover
