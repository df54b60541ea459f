#pragma once

#include <functional>

#include "explorer/algorithms/run_control.h"

namespace drover {

// Explorers recurse: a step deeper for each event they add, and again for what they add
// after each nested revisit. That is more than an ordinary stack holds. Runs `work` with a
// stack that is large enough for almost everything, and tells `control` where it ends, so
// that the rest stops instead of crashing. Exceptions of `work` come out of here.
void on_deep_stack(RunControl& control, const std::function<void()>& work);

}  // namespace drover
