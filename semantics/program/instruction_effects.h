#pragma once

#include <cstddef>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// The registers that one instruction reads, and the one it writes, if any. LoopStart writes loop
// counters; the increment of LoopIteration is not an effect here.
struct Effects {
  std::vector<RegisterId> reads;
  RegisterId writes;
};

// The register after that of allocations: counts the spawns of a thread.
[[nodiscard]] constexpr RegisterId spawn_register(RegisterId allocation_register) {
  return RegisterId(allocation_register.value + std::size_t{1});
}

// Allocate reads and writes `allocation_register` besides its target, Spawn its spawn_register.
[[nodiscard]] Effects effects_of(const Instruction& instruction, const ExpressionPool& pool,
                                 RegisterId allocation_register);

// True if the instruction may do more than compute.
[[nodiscard]] bool may_be_event(const InstructionBody& body);

// True if some thread may reach a point that drops the execution (BlockInstruction::is_dropped).
[[nodiscard]] bool may_drop(const Program& program);

// Returns the possible successors of the instruction at `at`.
[[nodiscard]] std::vector<InstructionIndex> successors_of(const Instruction& instruction,
                                                          InstructionIndex at);

}  // namespace drover
