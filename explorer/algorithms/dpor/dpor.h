#pragma once

#include <cstdint>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/algorithms/search.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::dpor {

struct DporStatistics {
  // Number of times that only threads in the sleep set could go on. The algorithm is optimal
  // because that never happens.
  std::uint64_t sleep_blocked = 0;
  std::uint64_t races = 0;  // examined races
};

// Returns Optimal-DPOR-Await under sequential consistency: it explores one execution of each
// happens-before class. See dpor.cpp. The search gives its work away only as a whole.
[[nodiscard]] std::unique_ptr<Search> make_dpor(ProgramAutomata& automata, Additions additions,
                                                RunControl& control, ExecutionObserver& observer);

// Runs the search to its end, or until it must stop. Tests use the statistics to show that the
// algorithm is optimal.
DporStatistics explore_by_dpor(ProgramAutomata& automata, Additions additions, RunControl& control,
                               ExecutionObserver& observer);

}  // namespace drover::dpor
