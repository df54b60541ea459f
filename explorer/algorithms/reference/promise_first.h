#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/reference/thread_runs.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/model_traits.h"

namespace drover::reference {

// Returns the second reference for aarch64 and riscv: all runs of the machine with promises. Like
// make_interleaving, it runs from its start to its end. The program must have no accesses in
// parts, and the automata must track dependencies. See promise_first.cpp.
[[nodiscard]] std::unique_ptr<Search> make_promise_first(ProgramAutomata& automata,
                                                         PromisingRules rules, RunControl& control,
                                                         ExecutionObserver& observer);

// A whole memory, and a run of each thread on it, by thread; null: the thread has not started.
struct WholeRuns {
  const MessageList& memory;
  const std::vector<const ThreadRun*>& threads;
};
// Visits all of them, until `visit` returns false.
void visit_whole_runs(ProgramAutomata& automata, PromisingRules rules, RunControl& control,
                      std::function<bool(const WholeRuns&)> visit);
// Returns the execution that the runs give.
[[nodiscard]] ExecutionGraph graph_of(const ProgramAutomata& automata, const WholeRuns& runs);

}  // namespace drover::reference
