#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// Returns bash, zsh, fish.
[[nodiscard]] std::vector<std::string> completed_shells();

// Returns a script that completes commands, options, known values and files. Nothing for an unknown
// shell.
[[nodiscard]] std::optional<std::string> completion_script(const CommandDescription& drover,
                                                           std::string_view shell);

}  // namespace drover::cli
