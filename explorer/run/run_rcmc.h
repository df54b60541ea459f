#pragma once

#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/models/memory_model.h"

namespace drover {

// RCMC with graphs of at most `capacity` events, rounded up to what there is. Everything must
// outlive it. `model` is one that has preconsistency.
[[nodiscard]] std::unique_ptr<Search> make_rcmc(const MemoryModel& model, std::size_t capacity,
                                                ProgramAutomata& automata, RunControl& control,
                                                ExecutionObserver& observer);
// Runs it from begin to end; TooManyEvents if the capacity is not enough.
[[nodiscard]] RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity,
                              ProgramAutomata& automata, RunControl& control,
                              ExecutionObserver& observer);

}  // namespace drover
