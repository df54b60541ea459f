#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

// Joins words with `between`; `last` separates the last word.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between,
                                 std::string_view last);
[[nodiscard]] inline std::string joined(const std::vector<std::string>& words,
                                        std::string_view between) {
  return joined(words, between, between);
}

// Returns the text without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text,
                                       std::string_view blanks = " \t\r\n\f\v");

// Changes ASCII letters only.
[[nodiscard]] std::string lower_case(std::string_view text);
[[nodiscard]] std::string upper_case(std::string_view text);

// Splits a text at blanks.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace drover
