#pragma once

#include "explorer/models/memory_model.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover {

// Whether `lb` takes the program under a model that it takes (find_misfit).
[[nodiscard]] bool may_buffer(const Program& program, const MemoryModel& model);

// How threads are unfolded for `lb` under a model.
[[nodiscard]] UnfoldOptions unfolded_for_buffering(const MemoryModel& model,
                                                   UnfoldOptions options = {});

}  // namespace drover
