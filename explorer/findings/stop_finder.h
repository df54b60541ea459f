#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "explorer/findings/thread_stop.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/reduce_program.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Returns the writes that may be the last of a location: only one under models with coherence.
[[nodiscard]] std::vector<EventId> last_writes(const ExecutionGraph& graph, LocationId location,
                                               const MemoryModel& model);
// Returns their values, each once.
[[nodiscard]] std::vector<Value> last_values(const ExecutionGraph& graph, LocationId location,
                                             const MemoryModel& model);

// Finds why threads of an execution stopped.
//
// A thread that was stopped in a loop that changes nothing is run on (SpinChecker) with the final
// memory. Under models without coherence several writes of a location may seem to be the last, and
// some are not: the write of a read-modify-write directly follows its source, which orders other
// writes after it, but the model leaves this out. A thread waits if it waits with each choice of
// last writes, and looks again if it does so with each; otherwise it is undecided.
class StopFinder {
 public:
  // `automata` are those of `reduced`, and must outlive this.
  StopFinder(const ProgramAutomata& automata, const ReducedProgram& reduced, UnfoldOptions unfold);
  StopFinder(const StopFinder&) = delete;
  StopFinder& operator=(const StopFinder&) = delete;

  [[nodiscard]] std::vector<ThreadStop> find(const Execution& execution, const MemoryModel& model,
                                             WaitText text);
  // False if some stopped thread does not wait: then the execution is not a deadlock.
  [[nodiscard]] bool may_all_wait(const Execution& execution, const MemoryModel& model);
  // True if some thread was stopped in a loop that changes nothing, and would go on with the final
  // memory (Lemma 85).
  [[nodiscard]] bool some_looks_again(const Execution& execution, const MemoryModel& model);

 private:
  using Stops = std::vector<ThreadStop>;

  // Returns the stop as far as it is known without running the thread on: None if that is
  // necessary.
  [[nodiscard]] ThreadStop stop_at_once(const Execution& execution, ThreadId thread,
                                        const MemoryModel& model, WaitText text);
  // True if it is at the stop of a loop that changes nothing.
  [[nodiscard]] bool is_spinning(const Execution& execution, ThreadId thread) const;
  // Runs a thread on with the final memory; nothing if it would go on.
  [[nodiscard]] std::optional<Spin> run_on(const Execution& execution, ThreadId thread,
                                           const SpinChecker::Memory& memory, WaitText text);
  // Sets the stops of threads by running them on, with a known memory.
  void run_on(const Execution& execution, const std::vector<ThreadId>& spinning,
              const SpinChecker::Memory& memory, WaitText text, Stops& stops);
  // Returns the final value of a cell in an execution with a last write of each.
  [[nodiscard]] Value value_at_end(const Execution& execution, Value address) const;
  [[nodiscard]] Stops try_choices(const Execution& execution, const MemoryModel& model,
                                  const std::vector<ThreadId>& spinning, WaitText text,
                                  const Stops& at_once);
  [[nodiscard]] std::vector<std::pair<std::string, Value>> last_read(const Execution& execution,
                                                                     ThreadId thread) const;
  [[nodiscard]] Value initial_value(Value address) const;
  // The position of a thread stopped by an assumption: at the assume or the `block`, also if an
  // await was made from it and the read before.
  struct Place {
    const Thread* thread = nullptr;  // the thread of the code
    ThreadState state;
  };
  [[nodiscard]] Place place_of(const Execution& execution, ThreadId thread,
                               const MemoryModel& model);
  // Returns the value of the thread's last read.
  [[nodiscard]] static Value value_read(const Execution& execution, ThreadId thread,
                                        const Label& await, const MemoryModel& model);

  const ProgramAutomata& automata_;
  Program spinning_;                         // ReducedProgram::spinning
  std::optional<SpinChecker> spin_checker_;  // only if a pass changed the program
};

}  // namespace drover
