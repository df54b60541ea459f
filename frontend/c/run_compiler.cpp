#include "frontend/c/run_compiler.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <cstring>

#include "frontend/c/preprocess.h"
#include "support/process.h"

namespace drover::c {

CompilerRun run_compiler(const std::vector<std::string>& words, const std::string& text) {
  // Processor time. The compiler's child processes, which take most of it, inherit the limit.
  constexpr std::uint64_t MaxCompilerSeconds = 30;
  CompilerRun run;
  Process process({.program = words.front(),
                   .arguments = words,
                   .input = text,
                   .limits = {{RLIMIT_CPU, MaxCompilerSeconds}},
                   .max_output = MaxPreprocessedSize});
  if (process.start_error() != 0) {
    run.errors = std::strerror(process.start_error());
    return run;
  }
  run.has_started = true;
  const auto end = std::chrono::steady_clock::now() + MaxCompiling;
  while (!process.is_at_end() && !run.is_too_slow && !run.is_too_long) {
    constexpr int LookAgain = 1000;  // milliseconds
    process.wait_for_output(LookAgain);
    process.read();
    run.is_too_slow = std::chrono::steady_clock::now() > end;
    run.is_too_long = process.has_too_much();
  }
  // Child processes of the compiler may hold the pipes and continue.
  if (run.is_too_slow || run.is_too_long) process.end();
  const int status = process.wait_for_status();
  run.has_failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  run.output = std::move(process.output);
  run.errors = std::move(process.errors);
  return run;
}

std::string_view without_compiler() {
  return "install one (Debian: `apt install gcc`), or give a file that is already preprocessed, "
         "with a name that ends in `.i`";
}

}  // namespace drover::c
