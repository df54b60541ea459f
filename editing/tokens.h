#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/section.h"

namespace drover::editing {

// The languages that stand in files: a litmus file has the two of states and of its code.
enum class Language : std::uint8_t {
  Core,
  C,      // the code of a C litmus test
  Table,  // the code of the others
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

// Comments are tokens, unlike in the grammars: an editor shows them, and formatting keeps them.
struct Token {
  TokenKind kind = TokenKind::Unknown;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t breaks = 0;  // line breaks between the token before and this one

  [[nodiscard]] bool is_comment() const {
    return kind == TokenKind::LineComment || kind == TokenKind::BlockComment;
  }
  [[nodiscard]] std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

// All tokens of a section. Whatever is between them is white space. Takes every text; what is in no
// language becomes Unknown, one character each.
[[nodiscard]] std::vector<Token> scan(std::string_view text, Section section, Language language);

}  // namespace drover::editing
