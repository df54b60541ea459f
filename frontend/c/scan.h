#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

// Reads a text of C as words, literals and single characters: enough to find places.
namespace drover::c {

// Bytes [begin, end).
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;

  auto operator<=>(const TextSpan&) const = default;
  [[nodiscard]] std::size_t size() const { return end - begin; }
};

[[nodiscard]] inline bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}
[[nodiscard]] inline bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
[[nodiscard]] inline bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Returns the end of the token that begins at an offset.
[[nodiscard]] std::size_t token_end(std::string_view text, std::size_t at);

// Returns the tokens of a text from an offset on, without comments.
[[nodiscard]] std::vector<TextSpan> tokens_of(std::string_view text, std::size_t at = 0);
// As above, for a line of a file, which may begin within a comment and continue in the next line.
[[nodiscard]] std::vector<TextSpan> tokens_of_line(std::string_view line);

}  // namespace drover::c
