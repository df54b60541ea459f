#pragma once

#include <string>
#include <string_view>

#include "frontend/section.h"

namespace drover::editing {

// Formats the code of an assembly litmus test: one column per thread, with cells of equal width. A
// row with a line comment or a multi-line comment inside stays as it is.
[[nodiscard]] std::string format_table(std::string_view text, Section section);

}  // namespace drover::editing
