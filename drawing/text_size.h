#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace drover::drawing {

// Counts characters of UTF-8; all have the same width.
[[nodiscard]] std::size_t character_count(std::string_view text);

// Returns the width of a text in a monospaced font, with little to spare.
[[nodiscard]] double text_width(std::string_view text, double font_size);

// Splits a text into lines of at most `characters`, at spaces where possible.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t characters);

}  // namespace drover::drawing
