#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "explorer/explain/explanation.h"
#include "explorer/explain/reasons.h"

namespace drover {

// What is known of one model of the ladder.
struct Rung {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  std::optional<std::size_t> witness;  // Explanation::candidates
};

// Which candidates there are to give reasons with.
struct LadderScope {
  std::size_t kept = 0;       // the first so many are of one search, with the same locations
  std::size_t explained = 0;  // the first so many are those that may be meant
  ObservedLocations observed;
};

// Fills in the ladder of `explanation` and the changes in it.
void climb_ladder(std::span<const Rung> rungs, const LadderScope& scope, Explanation& explanation);

}  // namespace drover
