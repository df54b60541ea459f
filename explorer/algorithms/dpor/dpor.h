#pragma once

#include <cstdint>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/dpor/dpor_options.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::dpor {

// What there is to know of a finished run besides its executions.
struct DporStatistics {
  // How often the exploration came to a point where only threads in the sleep set could go on.
  // The algorithm is optimal because that never happens.
  std::uint64_t sleep_blocked = 0;
  std::uint64_t races = 0;  // that were looked at
};

// Optimal-DPOR-Await under sequential consistency: one execution of each class of the
// equivalence that happens-before gives. See dpor.cpp.
DporStatistics explore_by_dpor(ProgramAutomata& automata, Additions additions, RunControl& control,
                               ExecutionObserver& observer);

}  // namespace drover::dpor
