#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"

namespace drover::classroom {

// A word, a string, or a punctuation character.
struct Token {
  std::string_view text;
  std::size_t begin = 0;
};

// Returns the tokens of a text without blanks and comments, for comparing texts. Comments are `//`
// and `/* */` in programs and tests, `(* *)` in models and tests.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, Language language);

// True if the text ends inside a comment or a string.
[[nodiscard]] bool has_open_comment(std::string_view text, Language language);

}  // namespace drover::classroom
