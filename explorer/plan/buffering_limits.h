#pragma once

#include <optional>

#include "explorer/models/memory_model.h"
#include "explorer/plan/buffering_obstacle.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// Returns the obstacle to `lb` for the program under a model that `lb` takes (find_misfit), if any.
[[nodiscard]] std::optional<BufferingObstacle> buffering_obstacle(
    const Program& program, const MemoryModel& model,
    FailedComputations failures = FailedComputations::End);

// True if a run that only notes failed computations (FailedComputations::AreNoted) and goes on past
// them detects every failure: if it notes none, the program has no failing execution, and the
// executions are the same. Proof: an execution E whose threads end at a failed computation is a
// graph of the program that goes on, except for threads that wait in vain: remove their last reads,
// which have no successors. The model allows adding to every graph an event that is the last of its
// thread and reads from, or directly follows, the last write. So events can be added to E until all
// threads have ended (loops are cut): there is an execution in which the failure is noted. A
// read-modify-write that fails between its halves could not be extended in this way; such
// computations are excluded.
[[nodiscard]] bool may_note_failures(const MemoryModel& model);

// Returns the unfolding options of `lb` under a model.
[[nodiscard]] UnfoldOptions unfolded_for_buffering(const MemoryModel& model,
                                                   UnfoldOptions options = {});

}  // namespace drover
