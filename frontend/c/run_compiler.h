#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

// Private to preprocess.cpp. Where no programs can be started, web/no_compiler.cpp is in the place
// of run_compiler.cpp.
namespace drover::c {

struct CompilerRun {
  bool has_started = false;
  bool has_failed = false;  // it ended with an error
  std::string output;
  std::string errors;  // what it said; or why it could not be started
  bool is_too_long = false;
  bool is_too_slow = false;
};

// Files that include themselves twice take the compiler longer than anybody waits.
inline constexpr std::chrono::seconds MaxCompiling{60};

// Runs a command with an input, or with none where `text` is empty.
[[nodiscard]] CompilerRun run_compiler(const std::vector<std::string>& words,
                                       const std::string& text);

// What can be done where there is no compiler.
[[nodiscard]] std::string_view without_compiler();

}  // namespace drover::c
