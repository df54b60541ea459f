#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace drover::cli {

// The tests that a call of `litmus` names.
struct LitmusFiles {
  std::vector<std::string> files;             // `-` for a test on standard input
  std::optional<std::string> standard_input;  // that test
  std::string complaints;                     // whole lines
};

// Replaces lists by what they list. `dir/@all` is the list of that name, as in herd; `@LIST` also
// stands for the file LIST. Names in a list are relative to its folder, and may be lists. `-` is a
// test or a list, whatever standard input looks like; `@-` is a list.
[[nodiscard]] LitmusFiles files_of(const LitmusCommand& command);

}  // namespace drover::cli
