#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "drawing/geometry.h"

namespace drover::drawing {

inline constexpr double LabelFontSize = 11;

// Where the names of edges stand: on their own path, on no box, on no other name and on no head of
// an arrow, near the middle, and where few other edges are. Nothing for an edge that has no such
// place, or no name.
[[nodiscard]] std::vector<std::optional<Box>> place_labels(const std::vector<Path>& paths,
                                                           const std::vector<std::string>& names,
                                                           const std::vector<Box>& boxes);

}  // namespace drover::drawing
