#pragma once

#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Returns RCMC with graphs of at most `capacity` events, rounded up to an available size. All
// arguments must outlive it. `model` must have preconsistency.
[[nodiscard]] std::unique_ptr<Search> make_rcmc(const MemoryModel& model, std::size_t capacity,
                                                ProgramAutomata& automata, RunControl& control,
                                                ExecutionObserver& observer);
// Runs RCMC to its end; TooManyEvents if the capacity does not suffice.
[[nodiscard]] RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity,
                              ProgramAutomata& automata, RunControl& control,
                              ExecutionObserver& observer);

}  // namespace drover
