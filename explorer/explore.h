#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "explorer/crew/exploration_state.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// Explores all executions of `program` with `options`. The model must be set, and the algorithm
// must fit it (`find_misfit`). `program` must outlive the result.
[[nodiscard]] ExplorationResult explore(const Program& program, const ExplorerOptions& options);

// Returns a program of C with all cuts that a run of a few seconds finds (passes/cut_cells.h),
// which makes other cells and events of it; other programs as they are.
[[nodiscard]] std::shared_ptr<const Program> with_found_cuts(std::shared_ptr<const Program> program,
                                                             ExplorerOptions options);

// As find_refusal; but what is refused may have other accesses once it is cut.
[[nodiscard]] std::optional<Refusal> find_refusal_of_cut(const Program& program,
                                                         const ExplorerOptions& options);

// Takes part in the explorations of the first process of `options.cluster`, which calls `explore`
// with the same program and options, until there are no more. Only the first process applies time
// limits and keeps the state of the run.
void help_explore(const Program& program, const ExplorerOptions& options);

// Starts an exploration, and stops when `parts` parts of it are left, or none. The result is for
// ExplorerOptions::resume. Empty if the algorithm cannot be split.
[[nodiscard]] std::optional<ExplorationState> split_exploration(const Program& program,
                                                                const ExplorerOptions& options,
                                                                std::size_t parts);

// Random executions: each sample is a random path from the start of the exploration to one of its
// leaves. (The number of executions is estimated differently, see size_estimate.h: random paths
// miss the few choices that lead to almost all executions.)

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

[[nodiscard]] bool can_be_sampled(const Program& program, const ExplorerOptions& options);

}  // namespace drover
