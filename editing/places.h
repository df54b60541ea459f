#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "editing/analysis.h"
#include "editing/tokens.h"

namespace drover::editing {

// The tokens around an offset, in its part of the file, without comments.
struct Place {
  Language language = Language::Core;
  std::vector<Token> tokens;
  std::size_t at = 0;  // the token at the offset or directly before it; else the first one after it
  bool is_inside = false;  // `at` is at the offset or directly before it
  bool is_comment = false;

  [[nodiscard]] std::string_view of(std::string_view text, std::size_t index) const {
    return index < tokens.size() ? tokens[index].of(text) : std::string_view();
  }
};

// Returns the tokens around an offset. Nothing in the header of a litmus test.
[[nodiscard]] std::optional<Place> place_at(const Analysis& analysis, std::size_t offset);

}  // namespace drover::editing
