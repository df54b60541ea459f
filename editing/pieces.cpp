#include "editing/pieces.h"

#include <algorithm>
#include <utility>

namespace drover::editing {

std::vector<Piece> pieces_of(const std::vector<Token>& tokens, std::size_t end) {
  std::vector<Piece> pieces;
  std::vector<Token> comments;
  for (const Token& token : tokens) {
    if (token.is_comment()) {
      comments.push_back(token);
    } else {
      pieces.push_back({token, std::exchange(comments, {}), false});
    }
  }
  pieces.push_back({{TokenKind::Unknown, end, end, 0}, std::move(comments), true});
  return pieces;
}

std::size_t column_of(std::string_view text, std::size_t offset) {
  constexpr std::size_t TabWidth = 8;
  const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  std::size_t column = 0;
  for (const char c : text.substr(line, offset - line)) {
    const bool is_inside = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (c == '\t') {
      column += TabWidth - column % TabWidth;
    } else if (!is_inside && c != '\r') {
      ++column;
    }
  }
  return column;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace drover::editing
