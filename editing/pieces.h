#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "editing/tokens.h"

namespace drover::editing {

// A token of the program, with the comments between its predecessor and itself.
struct Piece {
  Token token;
  std::vector<Token> comments;
  bool is_end = false;  // no token: the text after the last
};

// The last piece is the end.
[[nodiscard]] std::vector<Piece> pieces_of(const std::vector<Token>& tokens, std::size_t end);

// Returns the column of an offset, from 0; tabs go to the next multiple of 8.
[[nodiscard]] std::size_t column_of(std::string_view text, std::size_t offset);
// Returns the width in characters.
[[nodiscard]] std::size_t width_of(std::string_view text);

}  // namespace drover::editing
