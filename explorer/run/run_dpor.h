#pragma once

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/dpor/dpor_options.h"

namespace drover {

// Runs Optimal-DPOR-Await.
void run_dpor(ProgramAutomata& automata, dpor::Additions additions, RunControl& control,
              ExecutionObserver& observer);

}  // namespace drover
