#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "analysis/shapes/shape.h"

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

struct ShapeRules {
  FencePlaces fences = FencePlaces::Between;
  LocationUse locations = LocationUse::Communicating;
  OpenUpdates open_updates = OpenUpdates::No;
  Dependencies dependencies = Dependencies::No;
  FailedUpdates failed_updates = FailedUpdates::No;
};

// Calls `visit` on one canonical shape of each class with `events` events, until it returns false.
// Order: number of threads, then of updates and fences, then of dependencies, then of writes to
// already written locations (which only the final value may show), then shapes whose threads have
// similar lengths first. True if all were visited.
bool for_each_shape(std::size_t events, const ShapeRules& rules,
                    const std::function<bool(const Shape&)>& visit);

}  // namespace drover::shapes
