#pragma once

#include <functional>

#include "explorer/algorithms/run_control.h"

namespace drover {

// Runs `work` on a large stack, and tells `control` the end of that stack, so that work that nests
// too deeply stops instead of crashing. Exceptions of `work` propagate.
void on_deep_stack(RunControl& control, const std::function<void()>& work);

}  // namespace drover
