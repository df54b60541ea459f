#pragma once

#include <functional>

#include "explorer/algorithms/run_control.h"

namespace drover {

// Explorers recurse: one level for each event they add, and again for the events added after each
// nested revisit. An ordinary stack is too small. Runs `work` with a stack large enough for almost
// all cases, and tells `control` its end, so that the rest stops instead of crashing. Exceptions of
// `work` propagate.
void on_deep_stack(RunControl& control, const std::function<void()>& work);

}  // namespace drover
