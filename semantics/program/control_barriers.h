#pragma once

#include <vector>

#include "semantics/program/program.h"

namespace drover {

// True for the event of a control barrier of the core language, and of PTX.
[[nodiscard]] inline bool is_control_barrier(const FenceInstruction& fence) {
  return fence.mode == Mode::Na && fence.tags.is_empty();
}

// A thread's choice at a control barrier.
struct BarrierChoice {
  ThreadId thread;
  InstructionIndex at = 0;
  bool is_in_loop = false;  // reached again after itself
};
// Returns those of all threads, in the order of their code.
[[nodiscard]] std::vector<BarrierChoice> barrier_choices(const Program& program);

}  // namespace drover
