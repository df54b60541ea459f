#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frontend/hint.h"

namespace drover {

// Returns "did you mean `…`?" with the candidate nearest to `name` (of several, the one that shares
// its first letters); if none is near, with those
// that it abbreviates or shares words with; or nothing. The hint contains the candidates.
[[nodiscard]] Hint did_you_mean(std::string_view name, std::span<const std::string> candidates);

// Returns the number of edits (insertion, deletion, replacement, swap) between two texts.
[[nodiscard]] std::size_t edit_distance(std::string_view from, std::string_view to);

// Returns "`a`, `b` and `c`"; shortens long lists.
[[nodiscard]] std::string quoted_list(std::span<const std::string> words);

}  // namespace drover
