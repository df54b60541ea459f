#pragma once

#include <string>

namespace drover::c {

// Returns the preprocessed text without unused declarations of our headers.
[[nodiscard]] std::string without_unused_declarations(const std::string& text);

}  // namespace drover::c
