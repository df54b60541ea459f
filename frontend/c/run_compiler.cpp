#include "frontend/c/run_compiler.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "frontend/c/preprocess.h"

namespace drover::c {

namespace {

struct Pipe {
  enum class For : std::uint8_t {
    Nothing,
    Reading,  // of what a child writes
    Writing   // to a child, which may end before it has read all: a pipe would end us as well
  };
  explicit Pipe(For what) {
    const bool is_made = what == For::Reading ? pipe2(ends.data(), O_CLOEXEC) == 0
                         : what == For::Writing
                             ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0
                             : false;
    if (!is_made) ends = {-1, -1};
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(std::size_t end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

constexpr rlim_t MaxCompilerSeconds = 30;  // of processor time

// Reads both pipes until they end, and writes the input meanwhile; stops the child where it writes
// too much.
void read_all(Pipe& input, std::string_view text, Pipe& output, Pipe& errors, pid_t child,
              CompilerRun& run) {
  std::array<pollfd, 3> polled{pollfd{output.ends[0], POLLIN, 0}, pollfd{errors.ends[0], POLLIN, 0},
                               pollfd{input.ends[1], POLLOUT, 0}};
  std::array<char, 65536> buffer{};
  const auto end = std::chrono::steady_clock::now() + MaxCompiling;
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    constexpr int LookAgain = 1000;  // milliseconds
    const int ready = poll(polled.data(), polled.size(), LookAgain);
    if (ready < 0 && errno != EINTR) return;
    if (std::chrono::steady_clock::now() > end) {
      run.is_too_slow = true;
      kill(child, SIGKILL);
      return;  // those that it has started may hold the pipes
    }
    if (ready <= 0) continue;
    if (polled[2].fd >= 0 && polled[2].revents != 0) {
      const ssize_t count =
          send(polled[2].fd, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
      if (text.empty() || (count < 0 && errno != EAGAIN && errno != EINTR)) {
        polled[2].fd = -1;
        input.close_end(1);
      }
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, buffer.data(), buffer.size());
      if (count <= 0) {
        polled[i].fd = -1;
        continue;
      }
      std::string& read_so_far = i == 0 ? run.output : run.errors;
      read_so_far.append(buffer.data(), static_cast<std::size_t>(count));
      if (run.output.size() > MaxPreprocessedSize && !run.is_too_long) {
        run.is_too_long = true;
        kill(child, SIGKILL);
        return;
      }
    }
  }
}

// In the child, where only what is safe after a fork of many threads is called. The compiler
// starts others, and is not the one that takes long: they inherit a limit.
[[noreturn]] void become_compiler(std::vector<char*>& arguments, int input, int output, int errors,
                                  int failure) {
  const rlimit limit{MaxCompilerSeconds, MaxCompilerSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  dup2(input >= 0 ? input : open("/dev/null", O_RDONLY), 0);
  dup2(output, 1);
  dup2(errors, 2);
  execvp(arguments[0], arguments.data());
  const int number = errno;
  const ssize_t ignored = write(failure, &number, sizeof number);
  (void)ignored;
  _exit(127);
}

}  // namespace

CompilerRun run_compiler(const std::vector<std::string>& words, const std::string& text) {
  CompilerRun run;
  Pipe input(text.empty() ? Pipe::For::Nothing : Pipe::For::Writing);
  Pipe output(Pipe::For::Reading);
  Pipe errors(Pipe::For::Reading);
  if (output.ends[0] < 0 || errors.ends[0] < 0) return run;
  Pipe failure(
      Pipe::For::Reading);  // the number of the error with which the compiler could not be started
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  if (!text.empty() && input.ends[1] < 0) {
    run.errors = std::strerror(errno);
    return run;
  }
  const pid_t child = fork();
  if (child == 0) {
    become_compiler(arguments, input.ends[0], output.ends[1], errors.ends[1], failure.ends[1]);
  }
  input.close_end(0);
  failure.close_end(1);
  int number = child < 0 ? errno : 0;
  const bool has_failed =
      child < 0 || read(failure.ends[0], &number, sizeof number) == sizeof number;
  if (has_failed) {
    run.errors = std::strerror(number);
    if (child > 0) waitpid(child, nullptr, 0);
    return run;
  }
  run.has_started = true;
  output.close_end(1);
  errors.close_end(1);
  read_all(input, text, output, errors, child, run);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  run.has_failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  return run;
}

std::string_view without_compiler() {
  return "install one (Debian: `apt install gcc`), or give a file that is already preprocessed, "
         "with a name that ends in `.i`";
}

}  // namespace drover::c
