#pragma once

// What a short look at a program shows, before it is decided how it is explored (choice.h).

#include <optional>

#include "explorer/plan/choice.h"
#include "explorer/plan/plan.h"

namespace drover {

// `plan` is for `spore`. Sizes are compared where exploring by values promises nothing: that takes
// longer, since `spore` is run for a moment.
[[nodiscard]] Measurements measure(const Plan& plan, const ExplorerOptions& options);

}  // namespace drover
