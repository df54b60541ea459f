#pragma once

#include <memory>
#include <span>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/memory_model.h"

namespace drover::reference {

// Selects executions by the ends of their threads.
class PathFilter {
 public:
  virtual ~PathFilter() = default;
  // The threads before `next` have run to their ends; `nodes` and `ends` as in Execution. True if
  // some execution with these ends is wanted.
  [[nodiscard]] virtual bool wants(const std::vector<NodeId>& nodes,
                                   const std::vector<ThreadEnd>& ends, ThreadId next) = 0;
};

// Returns the reference search: every combination of thread paths, reads-from and coherence,
// filtered by the axioms of `model`. See enumerate.cpp. All arguments must outlive it. (Executions
// that are too large are given up: the control is told, and no item covers them.)
[[nodiscard]] std::unique_ptr<Search> make_enumeration(ProgramAutomata& automata,
                                                       const MemoryModel& model,
                                                       RunControl& control,
                                                       ExecutionObserver& observer);
// Runs the reference search from begin to end, without executions whose paths `filter` does not
// want. Reads may also return one of the distinct values `assumed` if some thread writes it, even
// if it does so only after reading that value, in a cycle of po ∪ rf.
void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer, PathFilter* filter = nullptr,
                          std::span<const Value> assumed = {});

}  // namespace drover::reference
