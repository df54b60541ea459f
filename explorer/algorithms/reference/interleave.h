#pragma once

#include <cstdint>

#include "explorer/algorithms/algorithm.h"

namespace drover::reference {

// How stores reach memory in the operational machine.
enum class StoreBuffers : std::uint8_t {
  None,        // sc: at once
  Fifo,        // tso: through one queue per thread
  PerLocation  // pso: through one queue per thread and location
};

// The second reference: runs every interleaving of an operational machine and collects
// the graphs. See interleave.cpp.
void interleave_executions(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
                           ExecutionObserver& observer);

}  // namespace drover::reference
