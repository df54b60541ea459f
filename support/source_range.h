#pragma once

#include <compare>
#include <cstdint>

namespace drover {

// A stretch of source text: byte offsets [begin, end), and the line and column
// (counted from 1, columns in characters) at which it begins. Self-contained, so
// that labels and reports can name a place without having the text.
// Line 0 means that there is no such place.
struct SourceRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const SourceRange&) const = default;
};

}  // namespace drover
