#pragma once

#include <vector>

#include "drawing/compose.h"
#include "explorer/algorithms/execution.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Why each thread of an execution of a run went no further, by thread, for its picture: which line
// gave up, on which value, and whether it waits or was cut. `model` is the one of the run.
[[nodiscard]] std::vector<ThreadEnding> thread_endings(const ExplorationResult& result,
                                                       const MemoryModel& model,
                                                       const Execution& execution);

}  // namespace drover::drawing
