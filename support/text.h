#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

// The words, `between` each of them and the next; `last` before the last one.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, std::string_view between,
                                 std::string_view last);
[[nodiscard]] inline std::string joined(const std::vector<std::string>& words,
                                        std::string_view between) {
  return joined(words, between, between);
}

// Without the blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text,
                                       std::string_view blanks = " \t\r\n\f\v");

// Letters of ASCII alone.
[[nodiscard]] std::string lower_case(std::string_view text);
[[nodiscard]] std::string upper_case(std::string_view text);

// The words of a text, which are apart by blanks.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);

}  // namespace drover
