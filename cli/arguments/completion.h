#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// bash, zsh, fish.
[[nodiscard]] std::vector<std::string> completed_shells();

// A script that completes commands, options, their values where these are known, and files; nothing
// if the shell is not known.
[[nodiscard]] std::optional<std::string> completion_script(const CommandDescription& drover,
                                                           std::string_view shell);

}  // namespace drover::cli
