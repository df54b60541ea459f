#pragma once

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/rvf/rvf_options.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::rvf {

// Explores the program under sc by RVF-SMC, [RVF] Algorithm 2: every state that a thread can
// reach is reached in some of the executions reported, and so is every final state that a
// condition of the program can tell apart. Gives what VerifySC had to do.
vsc::VscCounters explore_by_values(ProgramAutomata& automata, const RvfOptions& options,
                                   RunControl& control, ExecutionObserver& observer);

}  // namespace drover::rvf
