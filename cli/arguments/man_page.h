#pragma once

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

}  // namespace drover::cli
