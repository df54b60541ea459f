#pragma once

#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/model_traits.h"

namespace drover::reference {

// Returns the second reference: every interleaving of an operational machine. It runs from its
// start to its end without pauses, and has no work items. See interleave.cpp.
[[nodiscard]] std::unique_ptr<Search> make_interleaving(ProgramAutomata& automata,
                                                        StoreBuffers buffers, RunControl& control,
                                                        ExecutionObserver& observer);

}  // namespace drover::reference
