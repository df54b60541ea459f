#pragma once

#include <memory>
#include <span>
#include <vector>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/models/memory_model.h"

namespace drover::reference {

// Which executions a search is for, as far as the ends of their threads tell.
class PathFilter {
 public:
  virtual ~PathFilter() = default;
  // The threads before `next` have run to their ends, `nodes` and `ends` as in Execution: whether
  // some execution in which they do is wanted.
  [[nodiscard]] virtual bool wants(const std::vector<NodeId>& nodes,
                                   const std::vector<ThreadEnd>& ends, ThreadId next) = 0;
};

// The reference: every combination of thread paths, of reads-from and of coherence,
// filtered by the axioms of `model`. See enumerate.cpp. Everything must outlive it. (What is too
// large is given up: the control is told, and nobody can go on there.)
[[nodiscard]] std::unique_ptr<Search> make_enumeration(ProgramAutomata& automata,
                                                       const MemoryModel& model,
                                                       RunControl& control,
                                                       ExecutionObserver& observer);
// Runs it from begin to end.
void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer);
// The same, without executions whose paths `filter` does not want. Reads may also return one of
// `assumed`, different values, where somebody writes it: also where nobody would without reading
// it first, in a cycle of po ∪ rf.
void enumerate_executions(ProgramAutomata& automata, const MemoryModel& model, RunControl& control,
                          ExecutionObserver& observer, PathFilter& filter,
                          std::span<const Value> assumed);

}  // namespace drover::reference
