#pragma once

// A short measurement of a program, before the choice of how to explore it (choice.h).

#include <optional>

#include "explorer/plan/choice.h"
#include "explorer/plan/plan.h"

namespace drover {

// `plan` is for `spore`. Sizes are compared only if exploring by values promises nothing: the
// comparison takes longer, since it runs `spore` for a moment.
[[nodiscard]] Measurements measure(const Plan& plan, const ExplorerOptions& options);

}  // namespace drover
