#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "editing/analysis.h"

namespace drover::editing {

enum class CompletionKind : std::uint8_t {
  Keyword,
  Mode,
  Name,
  Function,
  Field,
  Instruction,
  File
};

struct Completion {
  std::string label;
  CompletionKind kind = CompletionKind::Keyword;
  std::string detail;
};

// Returns the words that may stand at an offset, unordered; the editor selects those that match the
// input.
[[nodiscard]] std::vector<Completion> complete_at(const Analysis& analysis, std::size_t offset);

}  // namespace drover::editing
