#pragma once

#include <string>

#include "drawing/compose.h"
#include "drawing/find_executions.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// Returns the request for an execution, without relations: its final states, how its threads ended,
// and its violated axioms or its error. `model` is the model of the search.
[[nodiscard]] PictureRequest captions_of(const FoundExecution& execution,
                                         const ExplorationResult& result, const MemoryModel& model);

}  // namespace drover::drawing
