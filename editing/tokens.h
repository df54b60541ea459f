#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/section.h"

namespace drover::editing {

// Languages within files: a litmus file has State and a language for its code.
enum class Language : std::uint8_t {
  Core,
  C,      // the code of a C litmus test
  Table,  // the code of other litmus tests
  State,  // initial states and conditions
  Cat
};

enum class TokenKind : std::uint8_t {
  Name,
  Number,
  String,
  Tag,  // 'name, in cat
  Operator,
  LineComment,
  BlockComment,
  Unknown
};

// Comments are tokens, unlike in the grammars: editors show them, and formatting keeps them.
struct Token {
  TokenKind kind = TokenKind::Unknown;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t breaks = 0;  // line breaks after the previous token

  [[nodiscard]] bool is_comment() const {
    return kind == TokenKind::LineComment || kind == TokenKind::BlockComment;
  }
  [[nodiscard]] std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

// Returns all tokens of a section, with white space between them. Accepts every text: each invalid
// character becomes Unknown.
[[nodiscard]] std::vector<Token> scan(std::string_view text, Section section, Language language);

}  // namespace drover::editing
