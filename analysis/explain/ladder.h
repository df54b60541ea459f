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
  std::optional<std::size_t> witness;  // Explanation::candidates
};

// Which candidates there are to give reasons with.
struct LadderScope {
  std::size_t kept = 0;       // the first so many are of one search, with the same locations
  std::size_t explained = 0;  // the first so many are those that may be meant
  ObservedLocations observed;
};

// Why `model` accepts a witness: the nearest model above it in the ladder that rejects it, and what
// it has against it. Models that are not built in are below sc. Nothing if none rejects it.
[[nodiscard]] std::optional<Allowance> find_allowance(const MemoryModel& model,
                                                      std::span<const Candidate> candidates,
                                                      std::size_t witness,
                                                      const ObservedLocations& observed);

// Fills in the ladder of `explanation` and the changes in it.
void climb_ladder(std::span<const Rung> rungs, const LadderScope& scope, Explanation& explanation);

}  // namespace drover::explain
