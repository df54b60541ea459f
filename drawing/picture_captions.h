#pragma once

#include <string>

#include "drawing/compose.h"
#include "drawing/find_executions.h"
#include "explorer/models/memory_model.h"

namespace drover::drawing {

// What the picture of an execution that was found says besides its relations: its final states, how
// its threads ended, the axioms that it breaks or the error that it shows. `model` is the one that
// it was looked for under.
[[nodiscard]] PictureRequest captions_of(const FoundExecution& execution,
                                         const ExplorationResult& result, const MemoryModel& model);

}  // namespace drover::drawing
