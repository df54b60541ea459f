#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "editing/tokens.h"

namespace drover::editing {

// A token of the program, with the comments that stand between the one before and itself.
struct Piece {
  Token token;
  std::vector<Token> comments;
  bool is_end = false;  // no token: what is after the last one
};

// The last piece is the end.
[[nodiscard]] std::vector<Piece> pieces_of(const std::vector<Token>& tokens, std::size_t end);

// The column of an offset, from 0; tabs go to the next multiple of 8.
[[nodiscard]] std::size_t column_of(std::string_view text, std::size_t offset);
// In characters.
[[nodiscard]] std::size_t width_of(std::string_view text);

}  // namespace drover::editing
