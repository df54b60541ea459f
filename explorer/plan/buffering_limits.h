#pragma once

#include <optional>

#include "explorer/models/memory_model.h"
#include "explorer/plan/plan_reasons.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// Returns the obstacle to `lb` for the program under a model that `lb` takes (find_misfit), if any.
[[nodiscard]] std::optional<BufferingObstacle> buffering_obstacle(
    const Program& program, const MemoryModel& model,
    FailedComputations failures = FailedComputations::End);
// The same, with the place in the program.
[[nodiscard]] std::optional<LocatedObstacle> find_buffering_obstacle(
    const Program& program, const MemoryModel& model,
    FailedComputations failures = FailedComputations::End);

// Returns a feature of the program that rules `lb` out under any model: an event must be determined
// by the dependencies of models, and by no computation that may fail.
[[nodiscard]] std::optional<BufferingObstacle> obstacle_to_buffering(
    const Program& program, FailedComputations failures = FailedComputations::End);

// True if a run that only notes failed computations (FailedComputations::AreNoted) and goes on past
// them detects every failure: if it notes none, the executions are the same (Lemma 34,
// docs/proofs.md).
[[nodiscard]] bool may_note_failures(const MemoryModel& model);

// True if graphs with threads that have given up because of overwritten reads may be dropped (Lemma
// 62, docs/proofs.md): a graph without these reads is consistent, and others can be added until all
// threads have ended. Heap cells are not considered.
[[nodiscard]] bool may_drop_stale_reads(const Program& program, const MemoryModel& model);

[[nodiscard]] UnfoldOptions unfolded_for_buffering(const MemoryModel& model,
                                                   UnfoldOptions options = {});

}  // namespace drover
