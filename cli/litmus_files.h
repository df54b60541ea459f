#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace drover::cli {

// Tests named by a call of `litmus`.
struct LitmusFiles {
  std::vector<std::string> files = {};             // `-` for a test on standard input
  std::optional<std::string> standard_input = {};  // the text of `-`
  std::string complaints = {};                     // whole lines
};

// Replaces lists by their entries. `dir/@all` is the list of that name, as in herd; `@LIST` also
// means the file LIST. Names in a list are relative to its folder, and may be lists. `-` is a test
// or a list, depending on the text; `@-` is a list.
[[nodiscard]] LitmusFiles files_of(const LitmusCommand& command);

}  // namespace drover::cli
