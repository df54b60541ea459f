#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "analysis/explain/explanation.h"
#include "analysis/explain/reasons.h"

namespace drover::explain {

// The candidates available for reasons.
struct LadderScope {
  std::size_t kept = 0;  // this many first candidates are from one search, with the same locations
  std::size_t explained = 0;  // this many first candidates are used for reasons
  ObservedLocations observed;
};

// Explains why `model` accepts a witness: the nearest stronger model in the ladder that rejects it,
// and its reason. Models that are not built in count as weaker than sc. Nothing if none rejects it.
[[nodiscard]] std::optional<Allowance> find_allowance(const MemoryModel& model,
                                                      std::span<const Candidate> candidates,
                                                      std::size_t witness,
                                                      const ObservedLocations& observed);

// Adds reasons to the ladder of `explanation`, whose rungs have their verdicts and witnesses, and
// fills in its changes.
void climb_ladder(const LadderScope& scope, Explanation& explanation);

}  // namespace drover::explain
