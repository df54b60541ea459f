#pragma once

#include <string>
#include <string_view>

#include "frontend/section.h"

namespace drover::editing {

// The initial state of a litmus test, with its braces; `section` is what is between them.
[[nodiscard]] std::string format_init(std::string_view text, Section section);
// What is after the program: locations, filter, condition.
[[nodiscard]] std::string format_condition(std::string_view text, Section section);

}  // namespace drover::editing
