#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

// Data that explains a race, a memory error or a deadlock of a program.
namespace drover::explain {

// A change of mode at one source place, for all threads that execute it.
struct ModeChange {
  SourceRange source;
  Mode from = Mode::Plain;
  Mode to = Mode::Plain;

  bool operator==(const ModeChange&) const = default;
};

// An attempted repair of an error, and the result of running the changed program.
struct TriedRepair {
  std::vector<ModeChange> changes;
  bool is_gone = false;  // the error at these places is gone
  bool is_safe = false;  // there is also no other error
};

// Two events that must be ordered by happens-before.
struct MissingOrder {
  EventId first;
  EventId second;
  // A path between the events in program order, spawn and join, and reads-from; empty if there is
  // none. It starts at `first` if `is_forward`, else at `second`.
  std::vector<CycleEdge> path;
  bool is_forward = true;
  // True if the events are ordered, but the wrong way round: the end of the path happens after its
  // start.
  bool is_ordered = false;
  // Reads-from edges on the path that do not synchronise.
  std::vector<CycleEdge> gaps;
  // Release and acquire in all gaps; without a path, both accesses atomic.
  std::optional<TriedRepair> repair;
};

// An instruction that writes the cell a thread waits for.
struct WaitedWrite {
  ThreadId thread;
  SourceRange source;
  bool may_be_elsewhere = false;  // it writes an array, maybe another element
  std::optional<Value> value;     // if constant
  std::optional<bool> would_end;  // whether that value ends the wait; nothing if unknown
  EventId event;                  // its event in the execution, or none()
};

// A waiting thread, and what would end the wait.
struct EndlessWait {
  ThreadId thread;
  SourceRange source;
  EventId read;            // the read of the awaited cell; none() if it reads nothing
  Value value = 0;         // the value it reads forever
  bool is_shared = false;  // the cell is a shared variable and `writes` is complete
  std::vector<WaitedWrite> writes;
};

struct ErrorExplanation {
  const MemoryModel* model = nullptr;
  std::shared_ptr<const ExplorationResult> run;  // the run that found the error
  std::size_t error = 0;                         // index in ExplorationResult::errors
  std::optional<MissingOrder> order;             // for races, and memory errors of two events
  std::vector<EndlessWait> waits;                // for deadlocks

  [[nodiscard]] const ReportedError& reported() const { return run->errors[error]; }
};

struct ErrorOptions {
  std::uint32_t unroll = 16;
  std::uint64_t max_executions = 20'000;
  std::optional<double> max_seconds;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  std::size_t max_errors = 3;                    // number of errors to explain
};

// Returns the races, memory errors and deadlocks of `program` under a model, with explanations, as
// far as an exploration within the limits finds them. `program` must outlive the result.
[[nodiscard]] std::vector<ErrorExplanation> explain_errors(const Program& program,
                                                           const MemoryModel& model,
                                                           const ErrorOptions& options);

}  // namespace drover::explain
