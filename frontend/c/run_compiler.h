#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

// Private to preprocess.cpp. On platforms without processes, web/no_compiler.cpp replaces
// run_compiler.cpp.
namespace drover::c {

struct CompilerRun {
  bool has_started = false;
  bool has_failed = false;  // ended with an error
  std::string output;
  std::string errors;  // its standard error; or why it could not start
  bool is_too_long = false;
  bool is_too_slow = false;
};

// Files that include themselves twice take the compiler unreasonably long.
inline constexpr std::chrono::seconds MaxCompiling{60};

// Runs a command with `text` as its input; without input if `text` is empty.
[[nodiscard]] CompilerRun run_compiler(const std::vector<std::string>& words,
                                       const std::string& text);

// Returns advice for a system without a compiler.
[[nodiscard]] std::string_view without_compiler();

}  // namespace drover::c
