#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "explorer/explain/outcome.h"
#include "semantics/thread_automaton.h"

namespace drover {

// Told about each complete candidate execution with an outcome, and its final state.
using CandidateVisitor = std::function<void(const ExecutionGraph&, const std::vector<Value>&)>;

// Visits the complete candidates of a program: all paths of threads, reads-from and coherence,
// without any axiom. Of those, only the ones that `outcome` holds in.
//
// What the outcome says of registers is judged as soon as the threads they belong to have run to
// their ends, before anything is read from anywhere: of the candidates of a litmus test, few are
// left.
void visit_candidates(ProgramAutomata& automata, const Outcome& outcome, RunControl& control,
                      const CandidateVisitor& visit);

// Whether a loop was cut in what is known of the automata: after a search, whether there may be
// candidates that it did not see, or values.
[[nodiscard]] bool has_cut(const ProgramAutomata& automata);

}  // namespace drover
