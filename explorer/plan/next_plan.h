#pragma once

#include <optional>

#include "explorer/plan/plan.h"
#include "explorer/plan/void_reason.h"

namespace drover {

// The plan to run after a run of `plan` that does not count. It relies on less, so that a series of
// such plans ends.
[[nodiscard]] Plan next_plan(Plan plan, VoidReason reason);

// The plan that a run has come to, as its state says: see ExplorationState. `plan` is the first
// plan; it has a fallback if `is_fallback`.
[[nodiscard]] Plan reached_plan(Plan plan, bool is_fallback,
                                const std::optional<ReductionObstacle>& obstacle);

// The plan for a run that cannot start again: it relies on nothing that such a run would have to
// take back, but for symmetry.
[[nodiscard]] Plan plan_for_one_run(Plan plan);

}  // namespace drover
