#pragma once

#include <cstddef>

#include "analysis/shapes/enumerate_shapes.h"
#include "analysis/shapes/event_layout.h"
#include "explorer/models/memory_model.h"

namespace drover::shapes {

// Returns whether shapes need dependencies to cover a model.
[[nodiscard]] inline Dependencies dependencies_for(const MemoryModel& model) {
  return model.needs_dependencies() ? Dependencies::Yes : Dependencies::No;
}

// Returns whether shapes need failing compare-and-swaps to cover a model.
[[nodiscard]] inline FailedUpdates failed_updates_for(const MemoryModel& model) {
  return model.tells_failed_updates() ? FailedUpdates::Yes : FailedUpdates::No;
}

// Returns the number of candidate executions of a shape: the work of a search.
[[nodiscard]] double work_of(const EventLayout& layout);
// Returns the work for all shapes up to this size; an estimate for large sizes, since counting is
// slow.
[[nodiscard]] double total_work(std::size_t max_events, const ShapeRules& rules);

}  // namespace drover::shapes
