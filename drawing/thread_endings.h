#pragma once

#include <vector>

#include "drawing/compose.h"
#include "explorer/algorithms/execution.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Returns why each thread of an execution stopped, for its picture: the line, the value, and
// whether it waits or was cut. `model` is the run's model.
[[nodiscard]] std::vector<ThreadEnding> thread_endings(const ExplorationResult& result,
                                                       const MemoryModel& model,
                                                       const Execution& execution);

}  // namespace drover::drawing
