#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "editing/analysis.h"
#include "frontend/section.h"

namespace drover::editing {

// The places of a name, which are to hold another one; or why that cannot be.
struct Renaming {
  std::vector<Section> places;
  std::string refusal;  // empty: it can
};

// Whether the name at an offset can be another one at all.
[[nodiscard]] Renaming can_rename(const Analysis& analysis, std::size_t offset);
// Refuses a name that would mean something else at one of the places, or make another name mean
// something else.
[[nodiscard]] Renaming rename(const Analysis& analysis, std::size_t offset,
                              const std::string& name);

}  // namespace drover::editing
