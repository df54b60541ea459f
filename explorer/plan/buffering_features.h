#pragma once

#include <cstdint>
#include <optional>

#include "explorer/plan/buffering_obstacle.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// Features of a program that rule out `lb`.

// Under any model: an event must be determined by the dependencies of models, and by no computation
// that may fail.
[[nodiscard]] std::optional<BufferingObstacle> obstacle_to_buffering(
    const Program& program, FailedComputations failures = FailedComputations::End);
// Under a model that lets writes pass read-modify-writes, and orders their halves or not: see
// models/dependency_paths.h, orders_dependent_writes.
enum class UpdateHalves : std::uint8_t { Ordered, Unordered };
[[nodiscard]] std::optional<BufferingObstacle> obstacle_to_passing_updates(const Program& program,
                                                                           UpdateHalves halves);
// Under a model in which branches and addresses do not hold back all later events: an event must be
// determined by the way to it, and by its address.
[[nodiscard]] std::optional<BufferingObstacle> obstacle_to_promised_ways(const Program& program);

}  // namespace drover
