#pragma once

#include <cstddef>

#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/event_layout.h"
#include "explorer/models/memory_model.h"

namespace drover::shapes {

// Whether shapes have to have dependencies to say all about a model.
[[nodiscard]] inline Dependencies dependencies_for(const MemoryModel& model) {
  return model.needs_dependencies() ? Dependencies::Yes : Dependencies::No;
}

// Likewise compare-and-swaps that fail.
[[nodiscard]] inline FailedUpdates failed_updates_for(const MemoryModel& model) {
  return model.tells_failed_updates() ? FailedUpdates::Yes : FailedUpdates::No;
}

// The number of candidate executions of a shape: what a search has to do.
[[nodiscard]] double work_of(const EventLayout& layout);
// Of all shapes up to this size; of great sizes an estimate, since counting them takes long.
[[nodiscard]] double total_work(std::size_t max_events, const ShapeRules& rules);

}  // namespace drover::shapes
