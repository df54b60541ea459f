#pragma once

#include <memory>

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::reference {

// The threads that the machine with promises runs: those of a program, which read whatever memory
// holds, or those of one execution, which repeat their events.
class PromisingCode {
 public:
  PromisingCode() = default;
  PromisingCode(const PromisingCode&) = delete;
  PromisingCode& operator=(const PromisingCode&) = delete;
  virtual ~PromisingCode() = default;

  [[nodiscard]] virtual NodeId initial(ThreadId thread) const = 0;
  [[nodiscard]] virtual const Label& label(ThreadId thread, NodeId node) const = 0;
  [[nodiscard]] virtual const EventDependencies& dependencies(ThreadId thread,
                                                              NodeId node) const = 0;
  [[nodiscard]] virtual NodeId next(ThreadId thread, NodeId node, Value value) const = 0;
  [[nodiscard]] virtual Value initial_value(LocationId location) const = 0;
};

// `automata` must outlive the result, and track dependencies.
[[nodiscard]] std::shared_ptr<const PromisingCode> code_of(ProgramAutomata& automata);
// The node of an event is its serial number in its thread. `graph` must outlive the result, and
// have dependencies.
[[nodiscard]] std::shared_ptr<const PromisingCode> code_of(const ExecutionGraph& graph);

}  // namespace drover::reference
