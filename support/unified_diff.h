#pragma once

#include <string>
#include <string_view>

namespace drover {

// The difference of two texts as a patch of a file, with three lines around each change; empty if
// there is none.
[[nodiscard]] std::string unified_diff(std::string_view file, std::string_view before,
                                       std::string_view after);

}  // namespace drover
