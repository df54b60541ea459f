#pragma once

#include <cstddef>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Runs RCMC with graphs of at most `capacity` events, one of TrustCapacities;
// TooManyEvents if that is not enough.
[[nodiscard]] RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity,
                              ProgramAutomata& automata, RunControl& control,
                              ExecutionObserver& observer);

}  // namespace drover
