#pragma once

#include "explorer/algorithms/algorithm.h"
#include "explorer/models/model_traits.h"

namespace drover::reference {

using drover::StoreBuffers;

// The second reference: runs every interleaving of an operational machine and collects the graphs.
// See interleave.cpp.
void interleave_executions(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
                           ExecutionObserver& observer);

}  // namespace drover::reference
