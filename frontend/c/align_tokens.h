#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace drover::c {

// Tokens of C, approximately: a word, a literal, or a single character.
[[nodiscard]] bool is_blank(char c);
[[nodiscard]] bool is_word_character(char c);
// Returns the end of the token that begins at an offset.
[[nodiscard]] std::size_t token_end(std::string_view text, std::size_t at);
// Returns the begin of the first token at or after an offset, skipping comments; the end of the
// line if there is none.
[[nodiscard]] std::size_t next_token(std::string_view line, std::size_t at);

struct LinePart {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const LinePart&) const = default;
};

// Returns the place in the line for each preprocessed token of the line. A token of a macro's
// expansion has the place of the macro use: its name and arguments. A token of an argument has its
// place in the argument.
[[nodiscard]] std::vector<LinePart> align_tokens(std::string_view line,
                                                 const std::vector<std::string_view>& tokens);

}  // namespace drover::c
