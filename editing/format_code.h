#pragma once

#include <string>
#include <string_view>

#include "editing/tokens.h"
#include "frontend/section.h"

namespace drover::editing {

// Formats a core program, or the code of a C litmus test, without syntax errors. Returns a text
// with unbalanced brackets unchanged.
[[nodiscard]] std::string format_code(std::string_view text, Section section, Language language);

}  // namespace drover::editing
