#pragma once

#include <span>
#include <string>
#include <string_view>

#include "frontend/hint.h"

namespace drover {

// "did you mean `…`?" with the candidate nearest to `name`; if none is near, with those that it is
// short for or shares its words with; or nothing. The candidates are part of the hint.
[[nodiscard]] Hint did_you_mean(std::string_view name, std::span<const std::string> candidates);

// Single edits (insertion, deletion, replacement, swap of neighbours) from one to the other.
[[nodiscard]] std::size_t edit_distance(std::string_view from, std::string_view to);

// "`a`, `b` and `c`"; long lists are cut short.
[[nodiscard]] std::string quoted_list(std::span<const std::string> words);

}  // namespace drover
