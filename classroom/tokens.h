#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"

namespace drover::classroom {

// A word, a string, or one character of punctuation.
struct Token {
  std::string_view text;
  std::size_t begin = 0;
};

// The tokens of a text without blanks and comments: enough to compare two texts. Comments are
// `//` and `/* */` in programs and tests, `(* *)` in models and tests.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text, Language language);

// Whether the text ends inside a comment, or inside a string.
[[nodiscard]] bool has_open_comment(std::string_view text, Language language);

}  // namespace drover::classroom
