#pragma once

#include <cstdint>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/algorithms/search.h"
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
// equivalence that happens-before gives. See dpor.cpp. The search gives its work away only as a
// whole.
[[nodiscard]] std::unique_ptr<Search> make_dpor(ProgramAutomata& automata, Additions additions,
                                                RunControl& control, ExecutionObserver& observer);

// The same from begin to end, or until it has to stop. Tests look at the statistics: they show
// that the algorithm is optimal.
DporStatistics explore_by_dpor(ProgramAutomata& automata, Additions additions, RunControl& control,
                               ExecutionObserver& observer);

}  // namespace drover::dpor
