#pragma once

#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "semantics/thread_automaton.h"

namespace drover {

// Told about each execution an algorithm finds.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void on_execution(const Execution& execution) = 0;
};

}  // namespace drover
