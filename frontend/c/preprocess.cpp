#include "frontend/c/preprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "frontend/c/headers.h"
#include "support/format.h"

namespace drover::c {

namespace {

// The folder of our headers for one run of the compiler.
class HeaderFolder {
 public:
  HeaderFolder() {
    std::error_code error;
    std::string pattern =
        (std::filesystem::temp_directory_path(error) / "drover-headers-XXXXXX").string();
    if (error || mkdtemp(pattern.data()) == nullptr) return;
    path_ = pattern;
    for (const EmbeddedHeader& header : embedded_headers()) {
      std::ofstream(format("{}/{}.h", path_, header.name)) << header.text;
    }
  }
  ~HeaderFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  HeaderFolder(const HeaderFolder&) = delete;
  HeaderFolder& operator=(const HeaderFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }  // empty: there is none

 private:
  std::string path_;
};

struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
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

struct Run {
  bool has_started = false;
  int status = 0;
  std::string output;
  std::string errors;
  bool is_too_long = false;
  bool is_too_slow = false;
};

// Files that include themselves twice take the compiler longer than anybody waits.
constexpr std::chrono::seconds MaxPreprocessing{60};
constexpr rlim_t MaxCompilerSeconds = 30;  // of processor time

// Reads both pipes until they end; stops the child where it writes too much.
void read_all(Pipe& output, Pipe& errors, pid_t child, Run& run) {
  std::array<pollfd, 2> polled{pollfd{output.ends[0], POLLIN, 0},
                               pollfd{errors.ends[0], POLLIN, 0}};
  std::array<char, 65536> buffer{};
  const auto end = std::chrono::steady_clock::now() + MaxPreprocessing;
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
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, buffer.data(), buffer.size());
      if (count <= 0) {
        polled[i].fd = -1;
        continue;
      }
      std::string& text = i == 0 ? run.output : run.errors;
      text.append(buffer.data(), static_cast<std::size_t>(count));
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
[[noreturn]] void become_compiler(std::vector<char*>& arguments, int output, int errors,
                                  int failure) {
  const rlimit limit{MaxCompilerSeconds, MaxCompilerSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(errors, 2);
  execvp(arguments[0], arguments.data());
  const int number = errno;
  const ssize_t ignored = write(failure, &number, sizeof number);
  (void)ignored;
  _exit(127);
}

Run run_compiler(const std::vector<std::string>& words) {
  Run run;
  Pipe output;
  Pipe errors;
  if (output.ends[0] < 0 || errors.ends[0] < 0) return run;
  Pipe failure;  // the number of the error with which the compiler could not be started
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become_compiler(arguments, output.ends[1], errors.ends[1], failure.ends[1]);
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
  read_all(output, errors, child, run);
  while (waitpid(child, &run.status, 0) < 0 && errno == EINTR) {
  }
  return run;
}

// Our headers are in a folder that nobody knows: they are called as they are included.
std::string with_header_names(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    text.replace(at, prefix.size(), "<drover>/");
  }
  return text;
}

}  // namespace

std::optional<std::string> preprocess(const std::string& path, const SourceBuffer& source,
                                      const PreprocessOptions& options, DiagnosticSink& sink,
                                      std::string& said) {
  const HeaderFolder folder;
  if (folder.path().empty()) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {"no folder for the headers could be made in the folder for temporary files"})
        .with_hint("set TMPDIR to a folder that can be written");
    return std::nullopt;
  }
  // A text that is not a file is given as one.
  std::string file = path;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    file = folder.path() + "/input.c";
    std::ofstream(file) << format("# 1 \"{}\"\n", path) << source.text();
  }
  std::vector<std::string> words{options.compiler, "-E",           "-nostdinc",
                                 "-std=gnu11",     "-D__DROVER__", "-fsigned-char"};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-isystem", folder.path(), "-x", "c", file});
  Run run = run_compiler(words);
  if (!run.has_started) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{}` cannot be run: {}", options.compiler, run.errors)})
        .with_hint(
            "C programs are preprocessed by the system's C compiler: install one "
            "(Debian: `apt install gcc`), or give a file that is already preprocessed, "
            "with a name that ends in `.i`");
    return std::nullopt;
  }
  said = with_header_names(std::move(run.errors), folder.path());
  if (run.is_too_slow) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{} -E` did not finish within {} seconds", options.compiler,
                        MaxPreprocessing.count())})
        .with_hint("does a file include itself?");
    return std::nullopt;
  }
  if (run.is_too_long) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("the preprocessed text has more than {} bytes", MaxPreprocessedSize)});
    return std::nullopt;
  }
  if (!WIFEXITED(run.status) || WEXITSTATUS(run.status) != 0) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{} -E` found errors, which it reported above", options.compiler)});
    return std::nullopt;
  }
  return with_header_names(std::move(run.output), folder.path());
}

}  // namespace drover::c
