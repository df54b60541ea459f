#pragma once

// Exploration of random executions.
//
// Each sample is a random path from the start of the exploration to one of its leaves. The number
// of executions is estimated differently (size_estimate.h): random paths miss the few choices that
// lead to almost all executions.

#include <cstdint>
#include <optional>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// The number of samples, unless the time limit comes first.
struct SampleOptions {
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  std::optional<double> max_seconds;
};

// Returns the result of random executions of `program`. Sample i is determined by the seed: it is
// also the first sample for seed + i. Empty if the algorithm does not explore along paths.
[[nodiscard]] std::optional<ExplorationResult> sample_executions(const Program& program,
                                                                 const ExplorerOptions& options,
                                                                 const SampleOptions& sampling);

// True if sample_executions would return a result.
[[nodiscard]] bool can_be_sampled(const Program& program, const ExplorerOptions& options);

}  // namespace drover
