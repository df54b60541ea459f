#include "frontend/c/preprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "frontend/c/confine.h"
#include "frontend/c/headers.h"
#include "frontend/c/preprocess_here.h"
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

// Reads both pipes until they end, and writes the input meanwhile; stops the child where it writes
// too much.
void read_all(Pipe& input, std::string_view text, Pipe& output, Pipe& errors, pid_t child,
              Run& run) {
  std::array<pollfd, 3> polled{pollfd{output.ends[0], POLLIN, 0}, pollfd{errors.ends[0], POLLIN, 0},
                               pollfd{input.ends[1], POLLOUT, 0}};
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

// With an input, or none.
Run run_compiler(const std::vector<std::string>& words, const std::string& text) {
  Run run;
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

// How the compiler is called.
std::vector<std::string> command_of(const PreprocessOptions& options) {
  return {options.compiler, "-E", "-nostdinc", "-std=gnu11", "-D__DROVER__", "-fsigned-char"};
}

// `-DNAME=NUMBER`, which names no file.
bool is_definition(std::string_view argument) {
  constexpr std::string_view Option = "-D";
  if (!argument.starts_with(Option)) return false;
  argument.remove_prefix(Option.size());
  const std::size_t equals = argument.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  const auto is_all = [](std::string_view text, auto test) {
    return std::ranges::all_of(text, [&](char c) { return test(static_cast<unsigned char>(c)); });
  };
  return is_all(argument.substr(0, equals),
                [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }) &&
         is_all(argument.substr(equals + 1),
                [](unsigned char c) { return std::isdigit(c) != 0 || c == '-'; });
}

// A text with all that it includes in it: a compiler that gets it as its input needs no file, and
// opens none. Nothing, and a diagnostic, where the text or an argument could name one.
std::optional<std::string> confined_text(const SourceBuffer& source,
                                         const PreprocessOptions& options, DiagnosticSink& sink) {
  std::optional<std::string> text = confined(source, sink);
  if (!text) return std::nullopt;
  const auto other = std::ranges::find_if_not(options.arguments, is_definition);
  if (other != options.arguments.end()) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{}` goes with a C program that is a file", *other)});
    return std::nullopt;
  }
  return text;
}

Run run_confined(const SourceBuffer& source, const std::string& text,
                 const PreprocessOptions& options) {
  std::vector<std::string> words = command_of(options);
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-x", "c", "-"});
  return run_compiler(words, format("# 1 {}\n{}\n", quoted_name(source.name()), text));
}

// A file, or a text that is given as one, in a folder with our headers.
std::optional<Run> run_on_file(const std::string& path, const SourceBuffer& source,
                               const PreprocessOptions& options, const HeaderFolder& folder,
                               DiagnosticSink& sink) {
  if (folder.path().empty()) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {"no folder for the headers could be made in the folder for temporary files"})
        .with_hint("set TMPDIR to a folder that can be written");
    return std::nullopt;
  }
  std::string file = path;
  std::string beside;  // where what a text includes is
  std::error_code ignored;
  const bool is_file = std::filesystem::is_regular_file(path, ignored);
  if (is_file && options.text == PreprocessedText::Given) {
    beside = std::filesystem::path(path).parent_path().string();
    if (beside.empty()) beside = ".";
  }
  if (!is_file || options.text == PreprocessedText::Given) {
    file = folder.path() + "/input.c";
    std::ofstream(file) << format("# 1 {}\n", quoted_name(path)) << source.text();
  }
  std::vector<std::string> words = command_of(options);
  if (!beside.empty()) words.insert(words.end(), {"-iquote", beside});
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  words.insert(words.end(), {"-isystem", folder.path(), "-x", "c", file});
  return run_compiler(words, "");
}

}  // namespace

std::optional<std::string> preprocess(const std::string& path, const SourceBuffer& source,
                                      const PreprocessOptions& options, DiagnosticSink& sink,
                                      std::string& said) {
  std::optional<std::string> confined;
  if (options.text == PreprocessedText::Confined) {
    confined = confined_text(source, options, sink);
    if (!confined) return std::nullopt;
  }
  if (auto here = preprocess_here(path, source, options); here.text) return here.text;
  std::optional<HeaderFolder> folder;
  std::optional<Run> run;
  if (confined) {
    run = run_confined(source, *confined, options);
  } else {
    folder.emplace();
    run = run_on_file(path, source, options, *folder, sink);
  }
  if (!run) return std::nullopt;
  if (!run->has_started) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{}` cannot be run: {}", options.compiler, run->errors)})
        .with_hint(
            "this program needs the preprocessor of a C compiler: install one "
            "(Debian: `apt install gcc`), or give a file that is already preprocessed, "
            "with a name that ends in `.i`");
    return std::nullopt;
  }
  const auto named = [&](std::string text) {
    return folder ? with_header_names(std::move(text), folder->path()) : text;
  };
  said = named(std::move(run->errors));
  if (run->is_too_slow) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{} -E` did not finish within {} seconds", options.compiler,
                        MaxPreprocessing.count())})
        .with_hint("does a file include itself?");
    return std::nullopt;
  }
  if (run->is_too_long) {
    sink.report(
        DiagnosticKind::CPreprocessorFailed, {},
        {format("the text behind the preprocessor has more than {} bytes", MaxPreprocessedSize)});
    return std::nullopt;
  }
  if (!WIFEXITED(run->status) || WEXITSTATUS(run->status) != 0) {
    sink.report(DiagnosticKind::CPreprocessorFailed, {},
                {format("`{} -E` found errors, which it reported above", options.compiler)});
    return std::nullopt;
  }
  return named(std::move(run->output));
}

}  // namespace drover::c
