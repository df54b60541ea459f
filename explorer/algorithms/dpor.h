#pragma once

#include <cstdint>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trace.h"
#include "semantics/thread_automaton.h"

namespace drover {

// What there is to know of a finished run besides its executions.
struct DporStatistics {
  // How often the exploration came to a point where only threads in the sleep set could go on.
  // The algorithm is optimal because that never happens.
  std::uint64_t sleep_blocked = 0;
  std::uint64_t races = 0;  // that were looked at
};

// Which races of an execution are looked at: all, as in the paper, or those whose second event
// is not part of what it has in common with the execution before it.
enum class RaceScope : std::uint8_t { All, New };

struct DporOptions {
  Additions additions = Additions::Conflict;
  RaceScope races = RaceScope::All;
};

// Optimal-DPOR-Await under sequential consistency: one execution of each class of the
// equivalence that happens-before gives. See dpor.cpp.
DporStatistics explore_by_dpor(ProgramAutomata& automata, const DporOptions& options,
                               RunControl& control, ExecutionObserver& observer);

}  // namespace drover
