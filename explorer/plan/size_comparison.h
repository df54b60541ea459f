#pragma once

// Estimates from some executions whether another algorithm has far less to explore than `spore`
// under sc: `dpor` explores one order of commuting additions, `rvf` one execution for each way in
// which threads can read values. docs/proofs.md, Estimates, has the argument. The choice depends on
// the program alone: sweeps have a fixed seed, and short runs end after a number of steps.

#include <optional>

#include "explorer/plan/plan.h"

namespace drover {

// `plan` is for `spore`. Empty if `spore` has so little to explore that there is nothing to gain,
// or if a limit of the run was reached.
[[nodiscard]] std::optional<SizeComparison> compare_sizes(const Plan& plan,
                                                          const ExplorerOptions& limits);

}  // namespace drover
