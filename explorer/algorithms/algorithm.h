#pragma once

#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/run_control.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Told about each execution an algorithm finds.
class ExecutionObserver {
 public:
  virtual ~ExecutionObserver() = default;
  virtual void on_execution(const Execution& execution) = 0;
  // Told about each maximal graph that is not an execution, since an await reads an old write.
  virtual void on_stale(const Execution& /*graph*/) {}
  // Told about each graph that is left before it is maximal: whatever its next read could read has
  // its turn elsewhere, or comes to nothing.
  virtual void on_dead_end() {}
};

// How a run with graphs of a fixed width ended.
enum class RunEnd : std::uint8_t {
  Done,          // or stopped by the run control
  TooManyEvents  // some graph does not fit; what was reported is void
};

}  // namespace drover
