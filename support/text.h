#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drover {

// Joins words with `between`; `last` separates the last word.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between,
                                 std::string_view last);
[[nodiscard]] inline std::string joined(const std::vector<std::string>& words,
                                        std::string_view between) {
  return joined(words, between, between);
}
// Joins the texts `text_of(item)` of the items of a range.
template <typename Range, typename TextOf>
requires(!std::convertible_to<TextOf, std::string_view>) [[nodiscard]] std::string
    joined(const Range& items, std::string_view between, TextOf text_of) {
  std::string text;
  bool is_first = true;
  for (const auto& item : items) {
    if (!std::exchange(is_first, false)) text += between;
    text += std::invoke(text_of, item);
  }
  return text;
}

// Splits a text at each `separator`; the parts may be empty.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

// Returns `text` with `by` before each non-empty line. The last line ends with a line break.
[[nodiscard]] std::string indented(std::string_view text, std::string_view by);

// Returns a text as a core-language literal: in quotes, with special characters escaped.
[[nodiscard]] std::string quoted_text(std::string_view text);

// Returns the text without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text,
                                       std::string_view blanks = " \t\r\n\f\v");

// Changes ASCII letters only.
[[nodiscard]] std::string lower_case(std::string_view text);
[[nodiscard]] std::string upper_case(std::string_view text);

// Splits a text at blanks.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace drover
