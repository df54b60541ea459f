#pragma once

#include <string>
#include <string_view>

namespace drover {

// Returns the difference of two texts as a patch of a file, with three lines of context; empty if
// the texts are equal.
[[nodiscard]] std::string unified_diff(std::string_view file, std::string_view before,
                                       std::string_view after);

}  // namespace drover
