#pragma once

#include <optional>

#include "explorer/buffering_obstacle.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// What keeps `lb` from the program under a model that it takes (find_misfit), if anything does.
[[nodiscard]] std::optional<BufferingObstacle> buffering_obstacle(const Program& program,
                                                                  const MemoryModel& model);

// How threads are unfolded for `lb` under a model.
[[nodiscard]] UnfoldOptions unfolded_for_buffering(const MemoryModel& model,
                                                   UnfoldOptions options = {});

}  // namespace drover
