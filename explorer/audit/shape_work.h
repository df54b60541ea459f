#pragma once

#include <cstddef>

#include "explorer/shapes/enumerate_shapes.h"
#include "explorer/shapes/event_layout.h"

namespace drover {

// The number of candidate executions of a shape: what a search has to do.
[[nodiscard]] double work_of(const EventLayout& layout);
// Of all shapes up to this size.
[[nodiscard]] double total_work(std::size_t max_events, const ShapeRules& rules);

}  // namespace drover
