#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drover::c {

// Replaces the system's headers in a text that a compiler has preprocessed (`gcc -E`) by includes
// of our headers of these names; the macros of ours that stand for functions still have to be
// expanded. Nothing if no header of the system is in the text.
[[nodiscard]] std::optional<std::string> with_our_headers(std::string_view text);

}  // namespace drover::c
