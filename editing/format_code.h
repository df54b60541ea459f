#pragma once

#include <string>
#include <string_view>

#include "editing/tokens.h"
#include "frontend/section.h"

namespace drover::editing {

// A core program, or the code of a C litmus test, with our spaces and indentation. The text must
// have no syntax errors: where its brackets do not match, it comes back as it is.
[[nodiscard]] std::string format_code(std::string_view text, Section section, Language language);

}  // namespace drover::editing
