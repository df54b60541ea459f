#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "analysis/shapes/shape.h"
#include "explorer/models/memory_model.h"

namespace drover::shapes {

enum class FencePlaces : std::uint8_t {
  Between,  // one at a time, between two accesses of a thread
  Anywhere
};
enum class LocationUse : std::uint8_t {
  // Each location is written, and accessed by two instructions; locations connect all threads.
  Communicating,
  Any
};
enum class OpenUpdates : std::uint8_t { No, Yes };
enum class Dependencies : std::uint8_t { No, Yes };
enum class FailedUpdates : std::uint8_t { No, Yes };
// An update is two events, and one instruction.
enum class SizeIn : std::uint8_t { Events, Instructions };

struct ShapeRules {
  FencePlaces fences = FencePlaces::Between;
  LocationUse locations = LocationUse::Communicating;
  OpenUpdates open_updates = OpenUpdates::No;
  Dependencies dependencies = Dependencies::No;
  FailedUpdates failed_updates = FailedUpdates::No;
  SizeIn size_in = SizeIn::Events;
};

// Calls `visit` on one canonical shape of each class with `events` events (or instructions, then
// not always the canonical one), until it returns false. Order: number of threads, then of updates
// and fences, then of dependencies, then of writes to already written locations (which only the
// final value may show), then shapes whose threads have similar lengths first. True if all were
// visited.
bool for_each_shape(std::size_t events, const ShapeRules& rules,
                    const std::function<bool(const Shape&)>& visit);

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
