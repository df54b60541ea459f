#pragma once

#include "explorer/exploration_result.h"
#include "explorer/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

// Explores all executions of `program` as `options` say. The model must be set, and the
// algorithm must fit it (`find_misfit`). `program` must outlive the result.
[[nodiscard]] ExplorationResult explore(const Program& program, const ExplorerOptions& options);

}  // namespace drover
