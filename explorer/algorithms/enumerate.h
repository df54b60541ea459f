#pragma once

#include "explorer/algorithms/algorithm.h"
#include "explorer/models/memory_model.h"

namespace drover {

// The reference: every combination of thread paths, of reads-from and of coherence,
// filtered by the axioms of `model`. See enumerate.cpp.
void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer);

}  // namespace drover
