#pragma once

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Whether dpor takes the model.
[[nodiscard]] bool has_dpor(const MemoryModel& model);

// Runs Optimal-DPOR-Await.
void run_dpor(ProgramAutomata& automata, dpor::Additions additions, RunControl& control,
              ExecutionObserver& observer);

}  // namespace drover
