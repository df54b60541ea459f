#pragma once

#include <string>

namespace drover::c {

// The preprocessed text without those declarations of our headers that nothing uses.
[[nodiscard]] std::string without_unused_declarations(const std::string& text);

}  // namespace drover::c
