#pragma once

// Random executions: how many there are, and what some of them show.
//
// Each sample is a random path from the start of the exploration to one of its leaves. The mean of
// one over the likelihood of the path is the number of leaves (Knuth, "Estimating the efficiency of
// backtrack programs", 1975), whatever the tree looks like; how far one sample is from it does
// depend on that, and on how choices are made (algorithms/random_path.h). The spread tells it as
// far as it was seen: what no sample came to is not in it.

#include <cstdint>
#include <optional>

#include "explorer/algorithms/search.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// As many samples as are asked for, or as fit into the time.
struct SampleOptions {
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  std::optional<double> max_seconds;
  // Estimates are better if paths learn from those before; a sample is then not determined by its
  // seed alone.
  Likelihood likelihood = Likelihood::Equal;
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
