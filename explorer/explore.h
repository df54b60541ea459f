#pragma once

#include <cstddef>
#include <optional>

#include "explorer/crew/exploration_state.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// Explores all executions of `program` with `options`. The model must be set, and the algorithm
// must fit it (`find_misfit`). `program` must outlive the result.
[[nodiscard]] ExplorationResult explore(const Program& program, const ExplorerOptions& options);

// Takes part in the explorations of the first process of `options.cluster`, which calls `explore`
// with the same program and options, until there are no more. Only the first process applies time
// limits and keeps the state of the run.
void help_explore(const Program& program, const ExplorerOptions& options);

// Starts an exploration, and stops when `parts` parts of it are left, or none. The result is for
// ExplorerOptions::resume. Empty if the algorithm cannot be split.
[[nodiscard]] std::optional<ExplorationState> split_exploration(const Program& program,
                                                                const ExplorerOptions& options,
                                                                std::size_t parts);

}  // namespace drover
