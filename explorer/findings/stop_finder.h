#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/findings/thread_stop.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/reduce_program.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// The values a location may hold at the end of an execution, each once: one under models with
// coherence, where a write is the last.
[[nodiscard]] std::vector<Value> last_values(const ExecutionGraph& graph, LocationId location,
                                             const MemoryModel& model);

// Finds out why threads of an execution went no further.
//
// A thread that was stopped in a loop that changes nothing is run on (SpinChecker), with what
// memory holds at the end. Under models without coherence several writes may seem to be the last of
// a location, and some are not: that the write of a read-modify-write comes next to what it read
// from orders others after it, which the model leaves out. A thread waits if it does with each
// choice of them, and looks again if it does with each; otherwise it is not decided.
class StopFinder {
 public:
  // `automata` are those of `reduced`, and must outlive this.
  StopFinder(const ProgramAutomata& automata, const ReducedProgram& reduced, UnfoldOptions unfold);
  StopFinder(const StopFinder&) = delete;
  StopFinder& operator=(const StopFinder&) = delete;

  // By thread. The model must be the one of the run.
  [[nodiscard]] std::vector<ThreadStop> find(const Execution& execution, const MemoryModel& model,
                                             WaitText text);
  // False if some thread that is stopped does not wait: then the execution is not a deadlock.
  [[nodiscard]] bool may_all_wait(const Execution& execution, const MemoryModel& model);

 private:
  using Stops = std::vector<ThreadStop>;

  // All that can be said without running threads on: None of a thread that is to be.
  [[nodiscard]] ThreadStop stop_at_once(const Execution& execution, ThreadId thread,
                                        const MemoryModel& model, WaitText text);
  // The same of threads that are, where memory is known.
  void run_on(const Execution& execution, const std::vector<ThreadId>& spinning,
              const SpinChecker::Memory& memory, WaitText text, Stops& stops);
  // The values of cells in an execution that has a last write of each.
  [[nodiscard]] Value value_at_end(const Execution& execution, Value address) const;
  // Under models without coherence.
  [[nodiscard]] Stops try_choices(const Execution& execution, const MemoryModel& model,
                                  const std::vector<ThreadId>& spinning, WaitText text,
                                  const Stops& at_once);
  [[nodiscard]] std::vector<std::pair<std::string, Value>> last_read(const Execution& execution,
                                                                     ThreadId thread) const;
  [[nodiscard]] Value initial_value(Value address) const;
  // Where a thread is that an assumption stops: at the assume or the `block`, also if an await was
  // made of it and the read before.
  struct Place {
    const Thread* thread = nullptr;  // whose code it is
    ThreadState state;
  };
  [[nodiscard]] Place place_of(const Execution& execution, ThreadId thread,
                               const MemoryModel& model);
  // The value that the thread's last read returned.
  [[nodiscard]] static Value value_read(const Execution& execution, ThreadId thread,
                                        const Label& await, const MemoryModel& model);

  const ProgramAutomata& automata_;
  Program spinning_;                                    // ReducedProgram::spinning
  std::vector<std::vector<InstructionIndex>> origins_;  // in it
  LocationTable locations_{spinning_};
  std::vector<Interpreter> threads_;         // of `spinning_`, if awaits came
  std::optional<SpinChecker> spin_checker_;  // only if loops may have been stopped
};

}  // namespace drover
