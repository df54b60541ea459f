#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace drover::c {

// A token of C, roughly: a word, a text, or one sign.
[[nodiscard]] bool is_blank(char c);
[[nodiscard]] bool is_word_character(char c);
// The end of the token that begins at an offset of a text.
[[nodiscard]] std::size_t token_end(std::string_view text, std::size_t at);
// Where the first token of a line begins at or behind an offset, comments left out; the end of the
// line where there is none.
[[nodiscard]] std::size_t next_token(std::string_view line, std::size_t at);

// A part of a line.
struct LinePart {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const LinePart&) const = default;
};

// For each of the tokens that the preprocessor made of a line, where it is in that line. For what a
// macro became that is the use of the macro: its name, and its arguments if it has some; for what
// comes from its arguments it is the place there.
[[nodiscard]] std::vector<LinePart> align_tokens(std::string_view line,
                                                 const std::vector<std::string_view>& tokens);

}  // namespace drover::c
