#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "analysis/explain/explanation.h"
#include "analysis/explain/reasons.h"

namespace drover::explain {

// The verdict of one model of the ladder.
struct Rung {
  const MemoryModel* model = nullptr;
  OutcomeVerdict verdict = OutcomeVerdict::Unknown;
  std::optional<std::size_t> witness;  // index in Explanation::candidates
};

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

// Fills in the ladder of `explanation` and its changes.
void climb_ladder(std::span<const Rung> rungs, const LadderScope& scope, Explanation& explanation);

}  // namespace drover::explain
