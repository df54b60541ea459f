#pragma once

#include <cstddef>

#include "explorer/shapes/enumerate_shapes.h"
#include "explorer/shapes/event_layout.h"

namespace drover {

// The number of candidate executions of a shape: what a search has to do.
[[nodiscard]] double work_of(const EventLayout& layout);
// Of all shapes up to this size; of great sizes an estimate, since counting them takes long.
[[nodiscard]] double total_work(std::size_t max_events, const ShapeRules& rules);

}  // namespace drover
