#pragma once

#include <string>
#include <string_view>

#include "frontend/section.h"

namespace drover::editing {

// The code of a litmus test in assembly: one column per thread, all cells of a column equally wide.
// A row with a comment in it that ends a line stays as it is.
[[nodiscard]] std::string format_table(std::string_view text, Section section);

}  // namespace drover::editing
