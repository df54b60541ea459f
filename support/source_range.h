#pragma once

#include <compare>
#include <cstdint>
#include <tuple>

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
  // The call that the code was inlined for, in CodePlaces::calls, from 1; 0: unknown. It does not
  // count in comparisons: a function's text is the same in all calls.
  std::uint32_t call = 0;

  auto operator<=>(const SourceRange& other) const { return text() <=> other.text(); }
  bool operator==(const SourceRange& other) const { return text() == other.text(); }

 private:
  [[nodiscard]] std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t> text()
      const {
    return {begin, end, line, column};
  }
};

}  // namespace drover
