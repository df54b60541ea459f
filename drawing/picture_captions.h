#pragma once

#include <vector>

#include "drawing/compose.h"
#include "drawing/find_executions.h"
#include "explorer/algorithms/execution.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Returns why each thread of an execution stopped, for its picture: the line, the value, and
// whether it waits or was cut. `model` is the run's model.
[[nodiscard]] std::vector<ThreadEnding> thread_endings(const ExplorationResult& result,
                                                       const MemoryModel& model,
                                                       const Execution& execution);

// Returns the request for an execution, without relations: its final states, how its threads ended,
// and its violated axioms or its error. `model` is the model of the search.
[[nodiscard]] PictureRequest captions_of(const FoundExecution& execution,
                                         const ExplorationResult& result, const MemoryModel& model);

}  // namespace drover::drawing
