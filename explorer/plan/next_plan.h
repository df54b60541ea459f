#pragma once

#include <optional>

#include "explorer/plan/plan.h"

namespace drover {

// Returns the plan to run after a run of `plan` that does not count. It makes fewer assumptions, so
// a series of such plans ends.
[[nodiscard]] Plan next_plan(Plan plan, VoidReason reason);

// Returns the plan that a run has reached, according to its state (ExplorationState). `plan` is the
// first plan; it has a fallback if `is_fallback`.
[[nodiscard]] Plan reached_plan(Plan plan, bool is_fallback,
                                const std::optional<ReductionObstacle>& obstacle);

// Returns the plan for a run that cannot restart: `help` calls stay in their graphs, and graphs
// that end stale are explored. The plan may still rely on symmetry.
[[nodiscard]] Plan plan_for_one_run(Plan plan);

}  // namespace drover
