#pragma once

#include <optional>

#include "explorer/models/memory_model.h"
#include "explorer/plan/buffering_obstacle.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// The obstacle to `lb` for the program under a model that it takes (find_misfit), if any.
[[nodiscard]] std::optional<BufferingObstacle> buffering_obstacle(
    const Program& program, const MemoryModel& model,
    FailedComputations failures = FailedComputations::End);

// Whether the executions of a program in which a computation fails that is noted only
// (FailedComputations::AreNoted) can be told from those of the program that goes on behind it: if
// there is no such execution of the latter, there is none of the former, and they are the same.
// An execution E whose threads end where a computation fails is a graph of the program that goes
// on, but for threads that wait in vain: let their last reads be taken away, which nothing follows.
// Of an event that is the last of its thread and reads from, or stands behind, the last write, the
// model says that it can be added to every graph. So E has more and more events added to it until
// all threads have ended (loops are cut): there is an execution in which the failure is noted. A
// read-modify-write that fails between its halves could not be added to so, and is none of these
// computations.
[[nodiscard]] bool may_note_failures(const MemoryModel& model);

// How threads are unfolded for `lb` under a model.
[[nodiscard]] UnfoldOptions unfolded_for_buffering(const MemoryModel& model,
                                                   UnfoldOptions options = {});

}  // namespace drover
