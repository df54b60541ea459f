#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "support/format.h"

// Styles of the parts of a report.
namespace drover::words {

inline constexpr std::string_view Bold = "\x1b[1m";
inline constexpr std::string_view Dim = "\x1b[2m";
inline constexpr std::string_view Red = "\x1b[1;31m";
inline constexpr std::string_view Green = "\x1b[1;32m";
inline constexpr std::string_view Yellow = "\x1b[1;33m";

[[nodiscard]] inline std::string painted(Colour colour, std::string_view code,
                                         std::string_view text) {
  return colour == Colour::On ? format("{}{}\x1b[0m", code, text) : std::string(text);
}

[[nodiscard]] inline std::string_view colour_of(explain::OutcomeVerdict verdict) {
  switch (verdict) {
    case explain::OutcomeVerdict::Allowed: return Green;
    case explain::OutcomeVerdict::Forbidden: return Red;
    case explain::OutcomeVerdict::Impossible:
    case explain::OutcomeVerdict::Unknown: break;
  }
  return Yellow;
}

// Returns the terminal columns of a text: UTF-8 continuation bytes and escape sequences take none.
[[nodiscard]] std::size_t columns_of(std::string_view text);

// Returns the size in bytes of the first `count` characters.
[[nodiscard]] std::size_t bytes_of(std::string_view text, std::size_t count);

// A space at which `wrapped` does not break the line.
inline constexpr std::string_view NoBreak = "\u00A0";

// Capitalises a sentence that begins with "the" or "execution". Other sentences begin with names.
[[nodiscard]] std::string capitalised(std::string text);

// Default width of lines.
inline constexpr std::size_t UsualColumns = 100;

// Wraps a text at `columns` (except longer words): the first line begins at column `first`, the
// others at `others`. Each ends with a line break. `x = 1`, `line 4`, `a → b`, `(c, line 4)` and `c
// (writer:4)` stay on one line.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t first, std::size_t others,
                                  std::size_t columns = UsualColumns);

}  // namespace drover::words
