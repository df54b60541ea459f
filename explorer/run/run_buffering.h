#pragma once

#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// The explorer of algorithms/buffering. All must outlive it; the automata must track dependencies.
[[nodiscard]] std::unique_ptr<Search> make_buffering(const MemoryModel& model,
                                                     ProgramAutomata& automata, RunControl& control,
                                                     ExecutionObserver& observer);

}  // namespace drover
