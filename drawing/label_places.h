#pragma once

#include <optional>
#include <string>
#include <vector>

#include "drawing/geometry.h"

namespace drover::drawing {

inline constexpr double LabelFontSize = 11;

// Returns the boxes of edge names: on the edge's own path, on no node, other name or arrow head,
// near the middle, and away from other edges. Nothing for an edge without such a place, or without
// a name.
[[nodiscard]] std::vector<std::optional<Box>> place_labels(const std::vector<Path>& paths,
                                                           const std::vector<std::string>& names,
                                                           const std::vector<Box>& boxes);

}  // namespace drover::drawing
