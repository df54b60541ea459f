#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "editing/analysis.h"
#include "frontend/section.h"

namespace drover::editing {

// The places of a name to replace; or why renaming is impossible.
struct Renaming {
  std::vector<Section> places;
  std::string refusal;  // empty: possible
};

// Finds out whether the name at an offset can be renamed.
[[nodiscard]] Renaming can_rename(const Analysis& analysis, std::size_t offset);
// Refuses a name that would mean something else at one of its places, or change the meaning of
// another name.
[[nodiscard]] Renaming rename(const Analysis& analysis, std::size_t offset,
                              const std::string& name);

}  // namespace drover::editing
