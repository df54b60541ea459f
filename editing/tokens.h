#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "frontend/section.h"

namespace drover::editing {

// Languages within files: a litmus file has State and a language for its code.
enum class Language : std::uint8_t {
  Core,
  C,      // the code of litmus tests of C, the kernel and OpenCL
  Table,  // the code of other litmus tests
  State,  // initial states and conditions
  Cat
};

// The language of the code of litmus tests.
[[nodiscard]] constexpr Language code_language(std::string_view architecture) {
  const bool is_c = architecture == "C" || architecture == "LKMM" || architecture == "OPENCL";
  return is_c ? Language::C : Language::Table;
}

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

[[nodiscard]] inline bool is_among(std::span<const std::string_view> all, std::string_view word) {
  return std::ranges::find(all, word) != all.end();
}

// Returns all tokens of a section, with white space between them. Accepts every text: each invalid
// character becomes Unknown.
[[nodiscard]] std::vector<Token> scan(std::string_view text, Section section, Language language);

[[nodiscard]] inline bool opens(std::string_view token) {
  return token == "(" || token == "[" || token == "{";
}
[[nodiscard]] inline bool closes(std::string_view token) {
  return token == ")" || token == "]" || token == "}";
}

// The tokens of a text. Beyond the last, all are empty.
class TokenReader {
 protected:
  explicit TokenReader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string_view of(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].of(text_) : std::string_view();
  }
  [[nodiscard]] bool is(std::size_t at, std::string_view word) const { return of(at) == word; }
  [[nodiscard]] bool has_kind(std::size_t at, TokenKind kind) const {
    return at < tokens_.size() && tokens_[at].kind == kind;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
};

// A token of the program, with the comments between its predecessor and itself.
struct Piece {
  Token token;
  std::vector<Token> comments;
  bool is_end = false;  // no token: the text after the last
};

// Groups tokens into pieces; the last piece is the end.
[[nodiscard]] std::vector<Piece> pieces_of(const std::vector<Token>& tokens, std::size_t end);

// The pieces of a text. Beyond the last, all are empty.
class PieceReader {
 protected:
  PieceReader(std::string_view text, const std::vector<Piece>& pieces)
      : text_(text), pieces_(pieces) {}

  [[nodiscard]] std::string_view of(std::size_t at) const {
    return at < pieces_.size() ? pieces_[at].token.of(text_) : std::string_view();
  }
  [[nodiscard]] bool is(std::size_t at, std::string_view word) const { return of(at) == word; }
  [[nodiscard]] TokenKind kind(std::size_t at) const { return pieces_[at].token.kind; }
  // True if it does not touch its predecessor.
  [[nodiscard]] bool has_gap(std::size_t at) const {
    return pieces_[at].token.begin > pieces_[at - 1].token.end;
  }
  [[nodiscard]] std::size_t breaks(std::size_t at) const { return pieces_[at].token.breaks; }

  std::string_view text_;
  const std::vector<Piece>& pieces_;
};

// Returns the column of an offset, from 0; tabs go to the next multiple of 8.
[[nodiscard]] std::size_t column_of(std::string_view text, std::size_t offset);
// Counts the characters of a text.
[[nodiscard]] std::size_t width_of(std::string_view text);

}  // namespace drover::editing
