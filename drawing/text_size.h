#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace drover::drawing {

// Characters of UTF-8; each is taken to be as wide as any other.
[[nodiscard]] std::size_t character_count(std::string_view text);

// How wide a text is in a monospaced font of that size, with little to spare.
[[nodiscard]] double text_width(std::string_view text, double font_size);

// The text in lines of at most so many characters, broken at spaces where there are any.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t characters);

}  // namespace drover::drawing
