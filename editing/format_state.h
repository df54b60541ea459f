#pragma once

#include <string>
#include <string_view>

#include "frontend/section.h"

namespace drover::editing {

// Formats the initial state of a litmus test; `section` is the text between its braces.
[[nodiscard]] std::string format_init(std::string_view text, Section section);
// Formats the text after the program: locations, filter, condition.
[[nodiscard]] std::string format_condition(std::string_view text, Section section);

}  // namespace drover::editing
