#pragma once

#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Receives each execution that an algorithm finds.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void on_execution(const Execution& execution) = 0;
  // Receives each maximal graph that is not an execution, because an await, or a read after which
  // its thread gives up, has an old source.
  virtual void on_stale(const Execution& /*graph*/) {}
  // Called for each graph that is left before it is maximal: every choice of its next read is
  // explored elsewhere or leads to nothing.
  virtual void on_dead_end() {}
};

}  // namespace drover
