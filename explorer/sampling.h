#pragma once

// What random executions show.
//
// Each sample is a random path from the start of the exploration to one of its leaves. How many
// executions there are is estimated otherwise (size_estimate.h): random paths miss the few choices
// that have almost everything behind them.

#include <cstdint>
#include <optional>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// As many samples as are asked for, or as fit into the time.
struct SampleOptions {
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  std::optional<double> max_seconds;
};

// What random executions of `program` show. Sample number i is the same for the same seed: it is
// also the first sample for the seed that is larger by i. Nothing if the algorithm does not explore
// along paths.
[[nodiscard]] std::optional<ExplorationResult> sample_executions(const Program& program,
                                                                 const ExplorerOptions& options,
                                                                 const SampleOptions& sampling);

// Whether it would give something.
[[nodiscard]] bool can_be_sampled(const Program& program, const ExplorerOptions& options);

}  // namespace drover
