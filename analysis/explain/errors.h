#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"

// Why a program has a race, a memory error or a deadlock, as data.
namespace drover::explain {

// What an access would have to be; one place of the source, whichever threads come there.
struct ModeChange {
  SourceRange source;
  Mode from = Mode::Plain;
  Mode to = Mode::Plain;

  bool operator==(const ModeChange&) const = default;
};

// What was tried against an error, and what a run of the changed program has shown.
struct TriedRepair {
  std::vector<ModeChange> changes;
  bool is_gone = false;  // the error at these places
  bool is_safe = false;  // and there is no other error
};

// Two events of which one has to happen before the other.
struct MissingOrder {
  EventId first;
  EventId second;
  // How one leads to the other by program order, spawn and join, and reads-from; empty if in no
  // way. From `first` if `is_forward`, else from `second`.
  std::vector<CycleEdge> path;
  bool is_forward = true;
  // Whether they are ordered: the one at the end of the path happens after the other, which is
  // what is wrong.
  bool is_ordered = false;
  // Reads-from edges on the path that do not synchronise: what keeps it from being an order.
  std::vector<CycleEdge> gaps;
  // Release and acquire in all gaps; if there is no path, both accesses atomic.
  std::optional<TriedRepair> repair;
};

// An instruction that writes what a thread waits for.
struct WaitedWrite {
  ThreadId thread;
  SourceRange source;
  bool may_be_elsewhere = false;  // it writes an array: perhaps another element
  std::optional<Value> value;     // where it is a constant
  std::optional<bool> would_end;  // whether that value ends the wait; nothing: it is not known
  EventId event;                  // where it took place in the execution, or none()
};

// A thread that waits, and what would have to happen for the wait to end.
struct EndlessWait {
  ThreadId thread;
  SourceRange source;
  EventId read;            // of what it waits for; none() if it reads nothing
  Value value = 0;         // that it finds forever
  bool is_shared = false;  // it waits for a shared variable: `writes` are all there are
  std::vector<WaitedWrite> writes;
};

struct ErrorExplanation {
  const MemoryModel* model = nullptr;
  std::shared_ptr<const ExplorationResult> run;  // that has found it
  std::size_t error = 0;                         // ExplorationResult::errors
  std::optional<MissingOrder> order;             // races, and memory errors of two events
  std::vector<EndlessWait> waits;                // deadlocks

  [[nodiscard]] const ReportedError& reported() const { return run->errors[error]; }
};

struct ErrorOptions {
  std::uint32_t unroll = 16;
  std::uint64_t max_executions = 20'000;
  std::optional<double> max_seconds;
  const std::atomic<bool>* interrupt = nullptr;  // set from outside to stop
  std::size_t max_errors = 3;                    // that are explained
};

// The races, memory errors and deadlocks of `program` (which must outlive the answer) under a
// model, as far as an exploration within the limits finds them, and why they are there.
[[nodiscard]] std::vector<ErrorExplanation> explain_errors(const Program& program,
                                                           const MemoryModel& model,
                                                           const ErrorOptions& options);

}  // namespace drover::explain
