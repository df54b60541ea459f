#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "editing/analysis.h"
#include "frontend/section.h"

namespace drover::editing {

struct HoverText {
  std::string markdown;
  Section range;
};

// Returns the meaning of the word at an offset: a mode, an instruction, a word of the language, a
// name.
[[nodiscard]] std::optional<HoverText> hover_at(const Analysis& analysis, std::size_t offset);

// Returns "register of `left`", "shared variable", ….
[[nodiscard]] std::string kind_words(const Symbol& symbol);

}  // namespace drover::editing
