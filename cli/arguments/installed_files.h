#pragma once

// Files that are installed with the program: man pages, and completions of shells.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments/description.h"

namespace drover::cli {

// Returns "drover", "drover-check", …, "drover-models-compare".
[[nodiscard]] std::vector<std::string> man_page_names(const CommandDescription& drover);
// Returns the page in section 1, as roff. Nothing if no page has the name.
[[nodiscard]] std::optional<std::string> man_page(const CommandDescription& drover,
                                                  std::string_view name);

// Returns bash, zsh, fish.
[[nodiscard]] std::vector<std::string> completed_shells();
// Returns a script that completes commands, options, known values and files. Nothing for an unknown
// shell.
[[nodiscard]] std::optional<std::string> completion_script(const CommandDescription& drover,
                                                           std::string_view shell);

}  // namespace drover::cli
